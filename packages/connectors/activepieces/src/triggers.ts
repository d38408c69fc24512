import {
  createTrigger,
  Property,
  type StaticPropsValue,
  type Store,
  TriggerStrategy,
} from '@activepieces/pieces-framework'
import {
  triggers as catalog,
  type Registered,
  receive,
  SignatureError,
  sampleOf,
  subscribe,
  unsubscribe,
} from '@posthorn/connectors'
import { type Connection, clientOf, connection } from './connection.ts'
import { propertyOf } from './properties.ts'

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

type Context = { propsValue: StaticPropsValue<typeof props>; store: Store; auth: { props: Connection } }

/** Returns a request's event. Returns nothing if the filter excludes it or if it isn't signed with the webhook's secret. */
async function received(
  { store, propsValue }: Pick<Context, 'store' | 'propsValue'>,
  request: { body: unknown; rawBody?: unknown; headers: Record<string, string> },
) {
  const webhook = await store.get<Registered>(storedWebhook)
  if (webhook === null) return []
  const { body, rawBody, headers } = request
  const text = typeof rawBody === 'string' ? rawBody : JSON.stringify(body)
  try {
    const filter = { contains: propsValue.contains ?? '' }
    const event = await receive({ headers, body: text, secret: webhook.secret }, filter)
    return event === undefined ? [] : [event]
  } catch (error) {
    if (error instanceof SignatureError) return []
    throw error
  }
}

async function enable({ auth, store, propsValue }: Context, { url, kind }: { url: string; kind: string }) {
  const number = propsValue.number as string | undefined
  const webhook = await subscribe(clientOf(auth.props), { url, kinds: [kind], number, name: 'Activepieces' })
  await store.put(storedWebhook, webhook)
}

async function disable({ auth, store }: Context): Promise<void> {
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
