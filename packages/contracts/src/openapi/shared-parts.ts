import type { Collected } from './components.ts'
import {
  capitalized,
  nameIn,
  type OpenApiDocument,
  type OperationObject,
  type ParameterObject,
  type Reference,
  type ResponseObject,
  referencesIn,
  type SchemaObject,
  schemaPath,
} from './model.ts'
import type { SharedResponses } from './refusals.ts'

export type SharedParts = {
  schemas: Collected
  responses: SharedResponses
  parameters: Record<string, ParameterObject>
}

/** Minimum number of operations that must have a part in common before it is shared. */
const repeatsMin = 2

/** Moves parameters and responses that several operations have in common to the shared parts, to keep the document small. */
export function shareRepeated(paths: OpenApiDocument['paths'], parts: SharedParts): void {
  const operations = Object.values(paths).flatMap((path) => Object.values(path))
  const own = operations.flatMap(({ parameters = [] }) => parameters).filter((each) => !isReference(each))
  const parameterNames = addRepeated(own as ParameterObject[], parts.parameters)
  const referring = (part: ParameterObject | Reference) => {
    const name = parameterNames.get(JSON.stringify(part))
    return name === undefined ? part : { $ref: `#/components/parameters/${name}` }
  }
  for (const operation of operations)
    if (operation.parameters) operation.parameters = operation.parameters.map(referring)
  shareAnswers(operations, parts.responses)
  nameRefusals(operations, parts.responses)
}

/** Minimum number of operations that must have the same codes for a status before the response gets a name. */
const sameCodesMin = 4

/** Turns errors with the same codes into a shared response named after them, such as `ChatNotFound`, so that the codes are listed once. */
function nameRefusals(operations: OperationObject[], shared: SharedResponses): void {
  const places = operations.flatMap(({ responses }) => Object.entries(responses).map((entry) => ({ responses, entry })))
  const byText = Map.groupBy(places, ({ entry: [, part] }) =>
    'description' in part && isReference(part) ? JSON.stringify(part) : '',
  )
  for (const [text, same] of byText) {
    if (text === '' || same.length < sameCodesMin) continue
    const { $ref, description = '' } = JSON.parse(text) as Reference
    const codes = [...description.matchAll(/`([a-z_]+):([a-z_]+)`/g)]
    const status = shared[nameIn($ref)]
    if (codes.length === 0 || status === undefined) continue
    const name = freeName(refusalName(codes.map(([, noun = '', reason = '']) => ({ noun, reason }))), shared)
    shared[name] = { ...status, description }
    for (const { responses, entry } of same) responses[entry[0]] = { $ref: `#/components/responses/${name}` }
    if (!places.some(({ responses, entry: [at] }) => (responses[at] as Reference | undefined)?.$ref === $ref))
      Reflect.deleteProperty(shared, nameIn($ref))
  }
}

/** Names an error response after its codes: `ChatNotFound`, `GroupNotActiveOrSuspended`. */
function refusalName(codes: { noun: string; reason: string }[]): string {
  const words = (text: string) => text.split('_').map(capitalized).join('')
  return codes.map(({ noun, reason }, i) => (codes[i - 1]?.noun === noun ? '' : words(noun)) + words(reason)).join('Or')
}

/** Moves responses with equal content to the shared responses. Puts differing descriptions next to the reference. */
function shareAnswers(operations: OperationObject[], shared: SharedResponses): void {
  const answers = operations.flatMap(({ responses }) =>
    Object.values(responses).filter((each): each is ResponseObject => !isReference(each)),
  )
  const undescribed = ({ description: _description, ...answer }: ResponseObject) => JSON.stringify(answer)
  const repeated = [...Map.groupBy(answers, undescribed)].filter(([, some]) => some.length >= repeatsMin)
  const names = new Map<string, string>()
  for (const [text, [first]] of repeated) {
    if (!first) continue
    const name = freeName(answerName(first), shared)
    shared[name] = first
    names.set(text, name)
  }
  for (const { responses } of operations)
    for (const [status, answer] of Object.entries(responses)) {
      const name = isReference(answer) ? undefined : names.get(undescribed(answer))
      if (isReference(answer) || name === undefined) continue
      const { description } = answer
      const $ref = `#/components/responses/${name}`
      responses[status] = description === shared[name]?.description ? { $ref } : { $ref, description }
    }
}

/** Moves each shared response that only one operation uses back to that operation, because a reference would only add length. */
export function inlineSingles(paths: OpenApiDocument['paths'], responses: SharedResponses): void {
  const answers = Object.values(paths).flatMap((path) => Object.values(path).map((operation) => operation.responses))
  const places = answers.flatMap((own) => Object.entries(own).map(([status, part]) => ({ own, status, part })))
  const byReference = Map.groupBy(places, ({ part }) => (isReference(part) ? part.$ref : ''))
  for (const [name, response] of Object.entries(responses)) {
    const [place, ...others] = byReference.get(`#/components/responses/${name}`) ?? []
    if (place === undefined || others.length > 0) continue
    const { description } = place.part as Reference
    place.own[place.status] = { ...response, ...(description !== undefined && { description }) }
    Reflect.deleteProperty(responses, name)
  }
}

/** Returns the document with bodies and unnamed responses inlined that are used once, so that their fields are visible directly. */
export function withOwnSchemas(document: OpenApiDocument): OpenApiDocument {
  const counts = Map.groupBy(referencesIn(document), (name) => name)
  const isOwn = (name: string) => /(Body|Form|Answer)$/.test(name) && counts.get(name)?.length === 1
  const { schemas } = document.components
  const own = Object.fromEntries(Object.entries(schemas).filter(([name]) => isOwn(name)))
  const components = { ...document.components, schemas: omit(schemas, own) }
  const pattern = new RegExp(`\\{"\\$ref":"${schemaPath}(\\w+)"\\}`, 'g')
  // One that is inlined can refer to another.
  const inlined = (part: object): string =>
    JSON.stringify(part).replaceAll(pattern, (reference, name: string) => (own[name] ? inlined(own[name]) : reference))
  return JSON.parse(inlined({ ...document, components })) as OpenApiDocument
}

const omit = <T extends object>(entries: T, omitted: object): T =>
  Object.fromEntries(Object.entries(entries).filter(([name]) => !(name in omitted))) as T

const isReference = (part: object): part is Reference => '$ref' in part

/** Adds repeated parameters to the shared ones under free names. Returns the names, keyed by the parameter's JSON. */
function addRepeated(all: ParameterObject[], shared: Record<string, ParameterObject>): Map<string, string> {
  const repeated = [...Map.groupBy(all, (part) => JSON.stringify(part))].filter(([, some]) => some.length >= repeatsMin)
  return new Map(
    repeated.flatMap(([text, [part]]) => {
      if (!part) return []
      const name = freeName(parameterName(part), shared)
      shared[name] = part
      return [[text, name]]
    }),
  )
}

/** Returns the name, with a number if it is taken. */
function freeName(name: string, taken: Record<string, unknown>): string {
  if (!(name in taken)) return name
  let index = 2
  while (`${name}${index}` in taken) index += 1
  return `${name}${index}`
}

/** Names a parameter. One in a path is named after its type, because most are called `id`. */
function parameterName({ name, in: place, schema }: ParameterObject): string {
  const kind = nameIn(schema.$ref ?? '')
  return place === 'path' && kind !== '' ? kind : capitalized(name)
}

/** Names a response after its content: `MessageAnswer`, `MessagePage`, `MessageList`. */
function answerName({ content = {}, headers = {} }: ResponseObject): string {
  const { schema = {} } = Object.values(content)[0] ?? {}
  const name = nameIn((schema.items ?? schema).$ref ?? 'Answer')
  return `${name}${schema.items ? ('Link' in headers ? 'Page' : 'List') : 'Answer'}`
}

type Schemas = Record<string, SchemaObject>

const fieldGroups: readonly { name: string; description: string; of: readonly string[] }[] = [
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
  { name: 'FailingEndpoint', description: 'Endpoint of a webhook', of: ['WebhookAlertData', 'WebhookExhaustedData'] },
]

/** Turns each group of shared fields into a component, and refers to it from components that have these fields, to keep the document small. */
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

/** Returns the fields that all these schemas have, with equal definitions. */
function commonFields([first = {}, ...others]: SchemaObject[]): Record<string, SchemaObject> {
  // Text is listed with the recipient, before all other content.
  const isCommon = ([name, field]: [string, SchemaObject]) =>
    name !== 'message' &&
    others.every(({ properties = {} }) => JSON.stringify(properties[name]) === JSON.stringify(field))
  return Object.fromEntries(Object.entries(first.properties ?? {}).filter(isCommon))
}

/**
 * Replaces the shared fields with a reference. A closed schema stays closed by `unevaluatedProperties`, because `additionalProperties` would
 * refuse the group's fields.
 */
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
