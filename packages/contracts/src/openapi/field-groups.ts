import type { SchemaObject } from './document-types.ts'
import { schemaPath } from './documented-route.ts'

type Schemas = Record<string, SchemaObject>
type FieldGroup = { name: string; description: string; of: readonly string[] }

const fieldGroups: readonly FieldGroup[] = [
  {
    name: 'MessageContent',
    description: 'Content of messages and posts other than text',
    of: ['MessagesSendBody', 'MessagesUpdateBody', 'PostsCreateBody'],
  },
  {
    name: 'ChatFields',
    description: 'Fields of a chat',
    of: ['ChatActions', 'ChatActionsView', 'ChatsUpdateBody', 'ChatsUpdateManyBody'],
  },
  { name: 'ChatConditions', description: 'Conditions on chats', of: ['ChatFilter', 'ViewFilter'] },
  { name: 'ReplayRange', description: 'Events to deliver again', of: ['ReplaysCreateBody', 'ReplaysPreviewBody'] },
  { name: 'MediaFields', description: 'Media by URL', of: ['LinkedMedia', 'MediaToSend'] },
  { name: 'WebhookFields', description: 'Fields of a webhook', of: ['WebhooksCreateBody', 'WebhooksUpdateBody'] },
  { name: 'ReplyFields', description: 'Fields of a saved reply', of: ['SavedReply', 'RepliesUpdateBody'] },
  { name: 'ViewFields', description: 'Fields of a saved view', of: ['SavedView', 'ViewsUpdateBody'] },
  { name: 'AutomationFields', description: 'Fields of an automation', of: ['Automation', 'AutomationsUpdateBody'] },
  { name: 'DepartmentFields', description: 'Fields of a department', of: ['Department', 'DepartmentsUpdateBody'] },
  { name: 'TemplateFields', description: 'A template', of: ['LinkedTemplateContent', 'TemplateContent'] },
  { name: 'TemplatePartFields', description: 'A part of a template', of: ['LinkedTemplatePart', 'TemplatePart'] },
  {
    name: 'TemplateParameterFields',
    description: 'A value of a template',
    of: ['LinkedTemplateParameter', 'TemplateParameter'],
  },
  { name: 'QueueFilter', description: 'Messages of a queue', of: ['QueuesMoveBody', 'QueuesPurgeBody'] },
  { name: 'PeopleToChange', description: 'People of a channel', of: ['SubscribersAddBody', 'SubscribersRemoveBody'] },
  { name: 'Picture', description: 'A picture', of: ['GroupsSetImageBody', 'ProfilesSetPictureBody'] },
  {
    name: 'DecidedRequests',
    description: 'Requests to join',
    of: ['JoinRequestsApproveBody', 'JoinRequestsRejectBody'],
  },
  { name: 'ContactTags', description: 'Tags of a contact', of: ['ContactsAddTagsBody', 'ContactsRemoveTagsBody'] },
  { name: 'FailingEndpoint', description: 'Endpoint of a webhook', of: ['WebhookAlertData', 'WebhookExhaustedData'] },
]

/** Turns each group of shared fields into a component, and refers to it from components that have these fields. */
export function groupFields(components: Schemas): Schemas {
  const grouped = { ...components }
  for (const { name, description, of } of fieldGroups) {
    const members = of.flatMap((each) => grouped[each] ?? [])
    const common = commonFields(members)
    grouped[name] = { description, type: 'object', properties: common }
    of.forEach((each, i) => {
      grouped[each] = referringTo(name, members[i] ?? {}, common)
    })
  }
  return grouped
}

function commonFields([first = {}, ...others]: SchemaObject[]): Record<string, SchemaObject> {
  // Text is listed with the recipient, before all other content.
  const isCommon = ([name, field]: [string, SchemaObject]) =>
    name !== 'message' &&
    others.every(({ properties = {} }) => JSON.stringify(properties[name]) === JSON.stringify(field))
  return Object.fromEntries(Object.entries(first.properties ?? {}).filter(isCommon))
}

/** Replaces the shared fields with a reference. A closed schema also refuses fields that the group doesn't have. */
function referringTo(name: string, schema: SchemaObject, common: Record<string, SchemaObject>): SchemaObject {
  const { type: _type, properties = {}, required, additionalProperties, ...rest } = schema
  const own = Object.entries(properties).filter(([field]) => !(field in common))
  const fields = { ...(own.length > 0 && { properties: Object.fromEntries(own) }), ...(required && { required }) }
  return {
    ...rest,
    allOf: [...(Object.keys(fields).length > 0 ? [fields] : []), { $ref: schemaPath + name }],
    ...(additionalProperties === false && { unevaluatedProperties: false }),
  }
}
