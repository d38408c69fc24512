/** Kinds of fields for which every platform has a control. `texts`: a list of strings. `bytes`: a file. */
export type FieldKind = 'text' | 'lines' | 'number' | 'boolean' | 'time' | 'choice' | 'texts' | 'json' | 'bytes'

export type ListName = 'channels' | 'groups' | 'labels' | 'members' | 'numbers' | 'segments' | 'templates'

export type Field = {
  name: string
  label: string
  help: string
  kind: FieldKind
  required?: true
  /** Null is a value, which clears the field. Other fields leave it out, because platforms also pass it for an empty one. */
  nullable?: true
  /** Path in the operation's input, such as `media.url`. */
  at: string
  choices?: readonly string[]
  list?: ListName
}

/** Form of a response: an object, a list, a paged list, or a file. */
export type AnswerForm = 'value' | 'list' | 'pages' | 'body'

/** A platform's action: an operation of the API with the fields that a person fills in. */
export type Action = {
  key: string
  noun: string
  verb: string
  label: string
  help: string
  answer: AnswerForm
  /** Whether the operation accepts bytes. For other operations, a file is stored first and its id is sent. */
  uploads?: true
  fields: readonly Field[]
  fixed?: Readonly<Record<string, unknown>>
  /** A sample response, for platforms that show one before the first call. A download has none. */
  sample?: unknown
}

export type Group = { noun: string; label: string; help: string; actions: readonly Action[] }

export type EventKind = { kind: string; label: string; help: string }

/** A trigger with its own name on platforms, and a sample event to show before the first real one. */
export type Trigger = {
  key: string
  kind: string
  label: string
  help: string
  sample: Readonly<Record<string, unknown>>
}

/** A field of a common action. Omitted properties come from the OpenAPI document. */
export type CommonField = {
  name: string
  at?: string
  label?: string
  help?: string
  kind?: FieldKind
  required?: true
}

export type CommonAction = {
  key: string
  operation: string
  label: string
  help: string
  fields: readonly CommonField[]
  fixed?: Readonly<Record<string, unknown>>
}

const phone: CommonField = {
  name: 'phone',
  label: 'Phone',
  help: 'Number of the recipient in international form, such as +4915112345678',
}
const chat: CommonField = { name: 'chat', label: 'Chat', help: 'Id of an existing chat, instead of a phone' }
const number: CommonField = {
  name: 'number',
  label: 'Sending number',
  help: 'Number that sends; empty: the default number of the workspace',
}
const reference: CommonField = { name: 'reference', label: 'Reference' }
const target = [phone, chat]
const last = [number, reference]

const sending: readonly CommonAction[] = [
  {
    key: 'sendText',
    operation: 'messages.send',
    label: 'Send a text',
    help: 'Sends a text to a person or into a chat',
    fields: [
      ...target,
      { name: 'message', label: 'Text', kind: 'lines', required: true },
      { name: 'quote', label: 'Reply to message' },
      { name: 'deliverAt', label: 'Deliver at' },
      ...last,
    ],
  },
  {
    key: 'sendFile',
    operation: 'messages.send',
    label: 'Send a file',
    help: 'Sends a picture, video, audio or document, from the workflow or from an address',
    fields: [
      ...target,
      { name: 'file', at: 'media.file', label: 'File', help: 'The file, or the id of a stored file', kind: 'bytes' },
      { name: 'url', at: 'media.url', label: 'File address' },
      { name: 'filename', at: 'media.filename', label: 'File name' },
      { name: 'message', label: 'Caption', help: 'Text below the file', kind: 'lines' },
      ...last,
    ],
  },
  {
    key: 'sendTemplate',
    operation: 'messages.send',
    label: 'Send a template',
    help: 'Sends an approved template, which may start a conversation',
    fields: [
      { ...phone, required: true },
      { name: 'template', at: 'template.name', label: 'Template', help: 'Name of the template', required: true },
      {
        name: 'language',
        at: 'template.language',
        label: 'Language',
        help: 'Language of the template, such as en_US',
        required: true,
      },
      {
        name: 'variables',
        at: 'template.variables',
        label: 'Variables',
        help: 'Texts of the variables, in their order',
        kind: 'texts',
      },
      ...last,
    ],
  },
  {
    key: 'sendPoll',
    operation: 'messages.send',
    label: 'Ask with a poll',
    help: 'Asks a question with up to twelve options; votes start the trigger for updated messages',
    fields: [
      ...target,
      { name: 'question', at: 'poll.name', label: 'Question', required: true },
      {
        name: 'options',
        at: 'poll.options',
        label: 'Options',
        help: 'Two to twelve different options',
        required: true,
      },
      { name: 'multiple', at: 'poll.multiple', label: 'Several options' },
      ...last,
    ],
  },
]

const handling: readonly CommonAction[] = [
  {
    key: 'saveContact',
    operation: 'contacts.create',
    label: 'Create or update a contact',
    help: 'Stores what is known about a person under the phone number',
    fixed: { upsert: true },
    fields: [
      { ...phone, help: 'Number of the person in international form' },
      { name: 'name', label: 'Name', help: 'Full name' },
      { name: 'firstName', label: 'First name' },
      { name: 'lastName', label: 'Last name' },
      { name: 'email', label: 'Email' },
      { name: 'company', label: 'Company' },
      { name: 'tags', label: 'Tags', help: 'Tags of the person' },
      { name: 'fields', label: 'Custom fields', help: 'Names and values as JSON, such as {"plan":"gold"}' },
    ],
  },
  {
    key: 'findContact',
    operation: 'contacts.list',
    label: 'Find contacts',
    help: 'Finds people by phone, text, tag or segment',
    fields: [
      { name: 'phone', label: 'Phone' },
      { name: 'search', label: 'Text', help: 'Start of a word in a name, or of a phone number or email address' },
      { name: 'tag', label: 'Tag' },
      { name: 'segment', label: 'Segment' },
    ],
  },
  {
    key: 'findChat',
    operation: 'chats.list',
    label: 'Find chats',
    help: 'Finds conversations by phone, label or assignment',
    fields: [
      { name: 'phone', label: 'Phone' },
      { name: 'label', label: 'Label' },
      { name: 'status', label: 'Status' },
    ],
  },
  {
    key: 'assignChat',
    operation: 'chats.assign',
    label: 'Assign a chat',
    help: 'Hands a chat over to a member of the team',
    fields: [
      { name: 'chat', at: 'id', label: 'Chat', help: 'Id of the chat', required: true },
      { name: 'member', label: 'Member', help: 'Member of the team; empty: use the email address' },
      { name: 'email', label: 'Email', help: 'Email address of the member' },
    ],
  },
  {
    key: 'labelChat',
    operation: 'labels.add',
    label: 'Label a chat',
    help: 'Adds labels to a chat',
    fields: [
      { name: 'chat', at: 'id', label: 'Chat', help: 'Id of the chat', required: true },
      { name: 'labels', label: 'Labels', help: 'Ids of the labels', required: true },
    ],
  },
  {
    key: 'downloadFile',
    operation: 'files.download',
    label: 'Download a file',
    help: 'Fetches a file that a customer sent',
    fields: [
      { name: 'file', at: 'id', label: 'File', help: 'Id of the file, from media.file of the message', required: true },
    ],
  },
]

/** The ten common actions, which platforms offer first. Make has only some of them. */
export const commonActions: readonly CommonAction[] = [...sending, ...handling]

/** Operations that no platform offers: their responses contain secrets, and platforms keep responses in execution logs. */
export const excludedOperations: readonly string[] = [
  'invitations.create',
  'keys.create',
  'keys.rotate',
  'secrets.rotate',
  'webhooks.create',
  'webhooks.update',
]

/** Triggers for platforms that need one for each event. n8n has a single trigger, in which people choose kinds of events. */
export const commonTriggers = [
  { key: 'messageReceived', kind: 'message:in', label: 'Message received', help: 'A customer or a group wrote' },
  {
    key: 'messageStatus',
    kind: 'message:ack',
    label: 'Message status changed',
    help: 'A message was sent, delivered or read',
  },
  { key: 'messageFailed', kind: 'message:failed', label: 'Message failed', help: 'A message could not be sent' },
] as const
