import {
  type ActionContext,
  ApFile,
  createAction,
  createTrigger,
  type InputPropertyMap,
  PieceAuth,
  Property,
  type StaticPropsValue,
  type Store,
  TriggerStrategy,
} from '@activepieces/pieces-framework'
import {
  type Action,
  callOperation,
  triggers as catalog,
  choicesOf,
  common,
  explain,
  type Field,
  type ListName,
  Posthorn,
  perform,
  queuedSeconds,
  type Registered,
  receive,
  SignatureError,
  sampleOf,
  subscribe,
  unsubscribe,
} from '@posthorn/connectors'

type Connection = { url: string; token: string }

/** Returns a client for a connection. People paste addresses with spaces around them. */
const clientOf = ({ url, token }: Connection): Posthorn => new Posthorn({ url: url.trim(), token })

/** A connection: the installation's URL and a key, tested by reading the key's workspace. */
export const connection = PieceAuth.CustomAuth({
  required: true,
  description: 'An installation of Posthorn and a key with the scopes read, send and manage. Triggers need manage.',
  props: {
    url: Property.ShortText({
      displayName: 'Address',
      description: 'The address of your Posthorn installation, such as https://messages.example.com.',
      required: true,
    }),
    token: PieceAuth.SecretText({ displayName: 'API key', required: true }),
  },
  validate: async ({ auth }) => {
    try {
      await clientOf(auth).me.get()
      return { valid: true }
    } catch (error) {
      return { valid: false, error: explain(error).message }
    }
  },
})

/** Describes a field as Activepieces expects it. */
function propertyOf(field: Field): InputPropertyMap[string] {
  const { label, help, required = false, kind, choices, list } = field
  const texts = { displayName: label, required, ...(help !== '' && { description: `${help}.` }) }
  if (list) {
    const several = { ...texts, ...choicesFrom(list) }
    return kind === 'texts' ? Property.MultiSelectDropdown(several) : Property.Dropdown(several)
  }
  switch (kind) {
    case 'text':
      return Property.ShortText(texts)
    case 'lines':
      return Property.LongText(texts)
    case 'number':
      return Property.Number(texts)
    case 'boolean':
      return Property.Checkbox(texts)
    case 'time':
      return Property.DateTime(texts)
    case 'choice':
      return Property.StaticDropdown({ ...texts, options: { options: (choices ?? []).map(choiceOf) } })
    case 'texts':
      return Property.Array(texts)
    case 'json':
      return Property.Json(texts)
    case 'bytes':
      return Property.File(texts)
  }
}

const choiceOf = (value: string) => ({ label: value, value })

/** Returns the choices of a list, which Activepieces loads once a connection is chosen. */
function choicesFrom(list: ListName) {
  return {
    auth: connection,
    refreshers: [],
    options: async ({ auth }: { auth?: { props: { url: string; token: string } } }) => {
      if (auth === undefined) return { disabled: true, placeholder: 'Choose a connection first', options: [] }
      return { disabled: false, options: await choicesOf(clientOf(auth.props), list) }
    },
  }
}

type Context = Pick<ActionContext<typeof connection>, 'auth' | 'propsValue' | 'run' | 'step' | 'files'>

/**
 * Runs an action. Nothing is sent twice if Activepieces repeats a step in the same run. Equal inputs in a loop are also sent only once. Paged
 * lists give their first 100 items.
 */
async function run(action: Action, context: Context): Promise<unknown> {
  const values = Object.fromEntries(
    Object.entries(context.propsValue).map(([name, value]) => [name, value instanceof ApFile ? fileOf(value) : value]),
  )
  try {
    const outcome = await perform(clientOf(context.auth.props), {
      action,
      values,
      run: `${context.run.id}:${context.step.name}`,
      limit: 100,
    })
    if ('items' in outcome) return action.answer === 'pages' ? outcome.items : outcome.items[0]
    const { bytes, filename, type } = outcome.file
    const file = await context.files.write({ fileName: filename, data: Buffer.from(bytes) })
    return { filename, mime: type, size: bytes.length, file }
  } catch (error) {
    const { message, description } = explain(error)
    throw new Error([message, description].filter((line) => line !== '').join('\n'), { cause: error })
  }
}

/** Returns a file without a type. The installation detects the type from the bytes. */
const fileOf = ({ data, filename }: ApFile) => ({ bytes: new Uint8Array(data), type: '', filename })

export const actions = [...common, callOperation].map((action) =>
  createAction({
    name: action.key,
    auth: connection,
    displayName: action.label,
    description: `${action.help}.`,
    props: Object.fromEntries(action.fields.map((field) => [field.name, propertyOf(field)])),
    run: (context) => run(action, context),
  }),
)

const props = {
  number: propertyOf({
    name: 'number',
    label: 'Number',
    help: 'Only events of this number',
    kind: 'text',
    at: 'number',
    list: 'numbers',
  }),
  contains: Property.ShortText({
    displayName: 'Text contains',
    description: 'Only messages with this text.',
    required: false,
  }),
}

const storedWebhook = 'webhook'

type TriggerContext = { propsValue: StaticPropsValue<typeof props>; store: Store; auth: { props: Connection } }

/** Returns a request's event. Returns nothing if the filter excludes it or if it isn't signed with the webhook's secret. */
async function received(
  { store, propsValue }: Pick<TriggerContext, 'store' | 'propsValue'>,
  request: { body: unknown; rawBody?: unknown; headers: Record<string, string> },
) {
  const webhook = await store.get<Registered>(storedWebhook)
  if (webhook === null) return []
  const { body, rawBody, headers } = request
  const text = typeof rawBody === 'string' ? rawBody : JSON.stringify(body)
  try {
    const filter = { contains: propsValue.contains ?? '' }
    const { secret } = webhook
    const event = await receive({ headers, body: text, secret, toleranceSeconds: queuedSeconds }, filter)
    return event === undefined ? [] : [event]
  } catch (error) {
    if (error instanceof SignatureError) return []
    throw error
  }
}

/** Registers the webhook of a trigger, and stores its id and secret until the flow is turned off. */
async function enable({ auth, store, propsValue }: TriggerContext, { url, kind }: { url: string; kind: string }) {
  const number = propsValue.number as string | undefined
  const former = (await store.get<Registered>(storedWebhook))?.id
  const webhook = await subscribe(clientOf(auth.props), { url, kinds: [kind], number, name: 'Activepieces', former })
  await store.put(storedWebhook, webhook)
}

/** Removes the webhook of a trigger, and forgets its id and secret. */
async function disable({ auth, store }: TriggerContext): Promise<void> {
  const webhook = await store.get<Registered>(storedWebhook)
  if (webhook === null) return
  await unsubscribe(clientOf(auth.props), webhook.id)
  await store.delete(storedWebhook)
}

export const triggers = catalog.map(({ key, kind, label, help, sample }) =>
  createTrigger({
    name: key,
    auth: connection,
    displayName: label,
    description: `Starts the flow when ${help.replace(/^./, (first) => first.toLowerCase())}.`,
    type: TriggerStrategy.WEBHOOK,
    props,
    sampleData: sample,
    onEnable: (context) => enable(context, { url: context.webhookUrl, kind }),
    onDisable: disable,
    run: (context) => received(context, context.payload),
    test: async ({ auth }) => [await sampleOf(clientOf(auth.props), kind)],
  }),
)
