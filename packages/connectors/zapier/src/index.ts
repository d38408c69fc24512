import {
  type Action,
  callOperation,
  triggers as catalog,
  choicesOf,
  common,
  explain,
  type Field,
  fileOf,
  type Item,
  type ListName,
  Posthorn,
  perform,
  queuedSeconds,
  receive,
  sampleOf,
  subscribe,
  type Trigger,
  unsubscribe,
} from '@posthorn/connectors'

/** The subset of Zapier's `z` that the app uses. */
export type ZapierTools = {
  stashFile(bytes: Uint8Array, size: number, filename: string, type: string): Promise<string>
}

/** Zapier's bundle: the values that the user filled in, the connection, and a hook's request. */
export type Bundle = {
  authData: { url: string; token: string }
  inputData: Record<string, unknown>
  targetUrl?: string
  subscribeData?: Record<string, unknown>
  rawRequest?: { content: string; headers: Record<string, string> }
}

type InputField = {
  key: string
  label: string
  type: 'string' | 'text' | 'number' | 'boolean' | 'datetime' | 'file'
  helpText?: string
  required?: boolean
  list?: boolean
  choices?: string[]
  dynamic?: string
}

/** Returns a client for the connection. People paste addresses with spaces around them. */
const clientOf = ({ authData: { url, token } }: Bundle): Posthorn => new Posthorn({ url: url.trim(), token })

/** A connection: the installation's URL and a key, tested by reading the key's workspace. */
const authentication = {
  type: 'custom',
  fields: [
    {
      key: 'url',
      label: 'Address',
      type: 'string',
      required: true,
      helpText: 'The address of your Posthorn installation, such as https://messages.example.com.',
    },
    {
      key: 'token',
      label: 'API key',
      type: 'password',
      required: true,
      helpText: 'A key with the scopes read, send and manage. Triggers need manage.',
    },
  ],
  test: (_z: unknown, bundle: Bundle): Promise<object> => clientOf(bundle).me.get(),
  connectionLabel: '{{bundle.authData.url}}',
}

const types: Readonly<Record<Field['kind'], InputField['type']>> = {
  text: 'string',
  lines: 'text',
  number: 'number',
  boolean: 'boolean',
  time: 'datetime',
  choice: 'string',
  texts: 'string',
  json: 'text',
  bytes: 'file',
}

/** Describes a field as Zapier expects it. `dynamic` names the hidden trigger that loads its choices. */
const inputFieldOf = ({ name, label, help, kind, required, choices, list }: Field): InputField => ({
  key: name,
  label,
  type: types[kind],
  ...(help !== '' && { helpText: `${help}.` }),
  ...(required && { required: true }),
  ...(kind === 'texts' && { list: true }),
  ...(choices && { choices: [...choices] }),
  ...(list && { dynamic: `${list}.id.name` }),
})

/**
 * Runs an action. Zapier passes a file as a URL, so its bytes are downloaded and stored first. It gives an app no id of a run, so an action
 * that is replayed sends again. Paged lists give their first 100 items.
 */
async function run(action: Action, z: ZapierTools, bundle: Bundle): Promise<Item[]> {
  const values = { ...bundle.inputData }
  for (const { name } of action.fields.filter(({ kind }) => kind === 'bytes')) {
    values[name] = await fetched(values[name])
  }
  try {
    const outcome = await perform(clientOf(bundle), { action, values, limit: 100 })
    if ('items' in outcome) return outcome.items
    const { bytes, filename, type } = outcome.file
    return [
      {
        id: String(values['file']),
        filename,
        mime: type,
        file: await z.stashFile(bytes, bytes.length, filename, type),
      },
    ]
  } catch (error) {
    const { message, description } = explain(error)
    throw new Error([message, description].filter((line) => line !== '').join('\n'), { cause: error })
  }
}

/** Downloads a file from the URL that Zapier passes. Any other value is the id of a stored file. */
async function fetched(value: unknown): Promise<unknown> {
  if (typeof value !== 'string' || !/^https?:\/\//.test(value)) return value
  const response = await fetch(value)
  if (!response.ok) throw new Error(`The file could not be fetched: ${response.status}`)
  return fileOf(response, value)
}

const nouns: Readonly<Record<string, string>> = {
  messages: 'Message',
  contacts: 'Contact',
  chats: 'Chat',
  labels: 'Chat',
  files: 'File',
  operations: 'Operation',
}

/** The sample that Zapier requires of a download, which has none in the catalog. */
const fileSample = {
  id: 'file_01k5v2s8xgf9hb3m4q7r8t9w0y',
  filename: 'hours.txt',
  mime: 'text/plain',
  file: 'https://messages.example.com/hours.txt',
}

/** Describes an action as Zapier expects it. */
const stepOf = (action: Action) => ({
  key: action.key,
  noun: nouns[action.noun] ?? 'Item',
  display: { label: titleCased(action.label), description: `${action.help}.` },
  operation: {
    inputFields: action.fields.map(inputFieldOf),
    sample: (action.sample ?? fileSample) as Item,
  },
})

/** Capitalizes words of three or more letters, because Zapier wants labels in title case: "Send a text" becomes "Send a Text". */
const titleCased = (label: string): string =>
  label.replaceAll(/(^| )([a-z])(?=[a-z]{2})/g, (_, gap: string, first: string) => gap + first.toUpperCase())

/** Returns whether an action lists what it finds. Zapier offers these apart, as searches. */
const isSearch = ({ answer }: Action): boolean => answer === 'pages'

const creates = Object.fromEntries(
  [...common, callOperation]
    .filter((action) => !isSearch(action))
    .map((action) => {
      const step = stepOf(action)
      const runStep = async (z: ZapierTools, bundle: Bundle) => (await run(action, z, bundle))[0]
      return [action.key, { ...step, operation: { ...step.operation, perform: runStep } }]
    }),
)

const searches = Object.fromEntries(
  common.filter(isSearch).map((action) => {
    const step = stepOf(action)
    const runStep = (z: ZapierTools, bundle: Bundle) => run(action, z, bundle)
    return [action.key, { ...step, operation: { ...step.operation, perform: runStep } }]
  }),
)

/** Describes a trigger as Zapier expects it, with the functions that register and remove its webhook. */
function hookOf({ key, kind, label, help, sample }: Trigger) {
  return {
    key,
    noun: 'Event',
    display: {
      label: label.replace(/ [a-z]/g, (each) => each.toUpperCase()),
      description: `Triggers when ${help.toLowerCase()}.`,
    },
    operation: {
      type: 'hook',
      inputFields: [
        {
          key: 'number',
          label: 'Number',
          type: 'string',
          dynamic: 'numbers.id.name',
          helpText: 'Only events of this number.',
        },
        { key: 'contains', label: 'Text contains', type: 'string', helpText: 'Only messages with this text.' },
      ],
      sample: { ...sample },
      performSubscribe: (_z: ZapierTools, bundle: Bundle) => {
        const { number } = bundle.inputData
        const url = bundle.targetUrl ?? ''
        return subscribe(clientOf(bundle), { url, kinds: [kind], number: number as string | undefined, name: 'Zapier' })
      },
      performUnsubscribe: async (_z: ZapierTools, bundle: Bundle) => {
        await unsubscribe(clientOf(bundle), String(bundle.subscribeData?.['id']))
        return {}
      },
      perform: async (_z: ZapierTools, bundle: Bundle) => {
        const { content: body = '', headers = {} } = bundle.rawRequest ?? {}
        const secret = String(bundle.subscribeData?.['secret'])
        const event = await receive(
          { headers: originalNames(headers), body, secret, toleranceSeconds: queuedSeconds },
          { contains: (bundle.inputData['contains'] ?? '') as string },
        )
        return event === undefined ? [] : [event]
      },
      performList: async (_z: ZapierTools, bundle: Bundle) => [await sampleOf(clientOf(bundle), kind)],
    },
  }
}

/** Returns headers under their original names. Zapier puts `Http-` before them, as in `Http-Webhook-Id`. */
const originalNames = (headers: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.replace(/^http-/i, ''), value]))

/** Creates a hidden trigger that fills a list of choices. A field's `dynamic` names it. */
const listOf = (list: ListName) => ({
  key: list,
  noun: 'Choice',
  display: { label: `List of ${list}`, description: `Fills the choices of ${list}.`, hidden: true },
  operation: {
    perform: async (_z: ZapierTools, bundle: Bundle) =>
      (await choicesOf(clientOf(bundle), list)).map(({ label, value }) => ({ id: value, name: label })),
  },
})

const lists: readonly ListName[] = ['channels', 'groups', 'labels', 'members', 'numbers', 'segments', 'templates']

const triggers = Object.fromEntries([...catalog.map(hookOf), ...lists.map(listOf)].map((each) => [each.key, each]))

export const app = {
  version: '1.0.0',
  platformVersion: '19.1.0',
  authentication,
  triggers,
  creates,
  searches,
  flags: { cleanInputData: false },
}
