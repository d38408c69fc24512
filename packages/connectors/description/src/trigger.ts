import { ApiError, type Event, type Posthorn, verifyWebhook } from '@posthorn/sdk'

/** A workflow's subscription. `former`: the webhook from its last activation, which may have had another URL. */
type Subscription = {
  url: string
  kinds: readonly string[]
  number?: string | undefined
  name: string
  former?: string | undefined
}

/** A workflow's webhook, with the secret that signs its events. */
export type Registered = { id: string; secret: string }

/** Longest name of a webhook, by the contract. */
const nameCharactersMax = 100

/**
 * Registers a webhook for a workflow. Only this response has the secret, so the platform stores it. Replaces the former webhook, and those
 * that the platform left at the URL, whose secrets it lost.
 */
export async function subscribe(client: Posthorn, subscription: Subscription): Promise<Registered> {
  const { url, kinds, number, name, former } = subscription
  if (former !== undefined) await unsubscribe(client, former)
  // The API refuses half of an emoji.
  const shortName = name.slice(0, nameCharactersMax).toWellFormed()
  const input = { url, events: [...kinds], name: shortName, ...(number ? { number } : {}) }
  const { id, signingSecret } = await client.webhooks.create(input).catch(async (error: unknown) => {
    if (!(error instanceof ApiError && error.errorCode === 'webhook:duplicate')) throw error
    for await (const left of client.webhooks.list()) if (left.urls.join() === url) await unsubscribe(client, left.id)
    return client.webhooks.create(input)
  })
  return { id, secret: signingSecret }
}

/** The subscription that a workflow's webhook should have. Without `kinds`, only its URL counts. */
type Expected = { id: string; url: string; kinds?: readonly string[]; number?: string | undefined }

/**
 * Returns whether the webhook exists and posts these kinds of events to this URL. Resumes one that was disabled because the platform was away
 * for days.
 */
export async function isSubscribed(client: Posthorn, { id, url, kinds, number = '' }: Expected): Promise<boolean> {
  try {
    const webhook = await client.webhooks.get({ id })
    const isSame =
      kinds === undefined ||
      ([...webhook.events].sort().join() === [...kinds].sort().join() && (webhook.number ?? '') === number)
    if (webhook.url !== url || !isSame) return false
    if (webhook.status === 'disabled') await client.webhooks.resume({ id })
    return true
  } catch (error) {
    if (isGone(error)) return false
    throw error
  }
}

/** Removes a workflow's webhook. A missing webhook isn't an error. */
export async function unsubscribe(client: Posthorn, id: string): Promise<void> {
  try {
    await client.webhooks.remove({ id })
  } catch (error) {
    if (!isGone(error)) throw error
  }
}

const isGone = (error: unknown): boolean => error instanceof ApiError && error.status === 404

/** Age up to which platforms that queue requests accept a signature, in seconds. Their queues can be hours behind. */
export const queuedSeconds = 86_400

/** Conditions in addition to kind and number. An event must meet all of them to start the workflow. */
export type Filter = { contains?: string; phone?: string; types?: readonly string[] }

/**
 * Verifies a request and returns its event; undefined if the filter excludes it. Throws `SignatureError` if it isn't signed with the secret,
 * or was signed too long ago.
 */
export async function receive(
  delivery: {
    headers: Readonly<Record<string, string | readonly string[] | undefined>>
    body: string | Uint8Array<ArrayBuffer>
    secret: string
    toleranceSeconds?: number
  },
  filter: Filter = {},
): Promise<Event | undefined> {
  const event = await verifyWebhook(delivery)
  return meets(event, filter) ? event : undefined
}

/** Returns whether an event meets all conditions. Text is compared without regard to case. */
function meets({ data }: Event, { contains = '', phone = '', types = [] }: Filter): boolean {
  const fields = data as Readonly<Record<string, unknown>>
  const textOf = (name: string) => (typeof fields[name] === 'string' ? fields[name] : '')
  if (contains !== '' && !textOf('message').toLowerCase().includes(contains.toLowerCase())) return false
  if (phone !== '' && digitsOf(textOf('phone')) !== digitsOf(phone)) return false
  return types.length === 0 || types.includes(textOf('type'))
}

/** Returns the digits of a phone in international format, because people write it with spaces or hyphens, and with 00 or nothing for the plus. */
const digitsOf = (phone: string): string => phone.replaceAll(/\D/g, '').replace(/^00/, '')

/** Returns the sample of a kind of event, which platforms show before the first real one. */
export async function sampleOf(client: Posthorn, kind: string): Promise<Record<string, unknown>> {
  const kinds = await client.events.kinds()
  const found = kinds.find((each) => each.event === kind)
  if (found === undefined) throw new TypeError(`there is no event ${kind}`)
  return found.sample as Record<string, unknown>
}

const sampleAttempts = 10

/**
 * Posts a sample event to the webhook now, up to ten times until it is accepted, because a platform may not accept events yet. Doesn't pause
 * in between, because n8n's lint forbids timers.
 */
export async function sendSample(client: Posthorn, { id, kind }: { id: string; kind: string }): Promise<void> {
  for (let attempt = 0; attempt < sampleAttempts; attempt++) {
    const answers = await client.webhooks.test({ id, event: kind })
    if (answers.every(({ delivered }) => delivered)) return
  }
}
