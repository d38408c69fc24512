import { createHmac } from 'node:crypto'
import { until } from '@posthorn/testkit'
import {
  type Credentials,
  credentialsOf,
  type Event,
  type Listening,
  listen,
  type RunningSystem,
} from '@posthorn/testkit/system'
import { quiescence } from '../load.ts'
import { all, type Outcome, type ProofFixture } from '../proof.ts'

export type CallbackTarget = Credentials & { number: string; url: string }

type Written = Record<string, unknown>

/** Returns a number's callback URL and secrets; by default, the first number's. */
export async function callbackTargetOf(
  system: RunningSystem,
  { number = system.account.number, key }: { number?: string; key?: string } = {},
): Promise<CallbackTarget> {
  const credentials = await credentialsOf(system, number, key === undefined ? {} : { key })
  return { ...credentials, number, url: `${system.url}/callbacks/${number}` }
}

/** Returns the signature that the provider sends in `X-Hub-Signature-256`. */
export const sign = (raw: Buffer | string, secret: string): string =>
  `sha256=${createHmac('sha256', secret).update(raw).digest('hex')}`

/** Posts a body. Returns the status, or 0 if there is no response. */
export async function postCallback(url: string, raw: Buffer | string, signature?: string): Promise<number> {
  const headers = {
    'content-type': 'application/json',
    ...(signature === undefined ? {} : { 'x-hub-signature-256': signature }),
  }
  const answer = await fetch(url, { method: 'POST', headers, body: raw }).catch(() => undefined)
  await answer?.arrayBuffer().catch(() => undefined)
  return answer?.status ?? 0
}

/** Posts a callback with the signature that the provider would compute. Returns the status. */
export const postSigned = (target: CallbackTarget, raw: Buffer | string): Promise<number> =>
  postCallback(target.url, raw, sign(raw, target.appSecret))

let wamids = 0

/** Returns a new message id as the provider makes them. */
export const newWamid = (): string => `wamid.${Buffer.from(`proof ${process.pid} ${++wamids}`).toString('base64')}`

/** Returns a text message from a customer in the format of the provider. `more` overrides fields. */
export function textMessage(body: string, more: Written = {}): Written {
  const timestamp = String(Math.floor(Date.now() / 1000))
  return { from: '4915112340000', id: newWamid(), timestamp, type: 'text', text: { body }, ...more }
}

/** Returns a callback body as the provider sends it, with escaped slashes, so that parsing and reserializing would change its bytes. */
export function callbackOf(target: Pick<CallbackTarget, 'businessAccountId'>, values: unknown[]): string {
  const changes = values.map((value) => ({ value, field: 'messages' }))
  const body = { object: 'whatsapp_business_account', entry: [{ id: target.businessAccountId, changes }] }
  return JSON.stringify(body).replaceAll('/', '\\/')
}

/** Returns a callback that reports messages from customers to this number. */
export const messagesTo = (target: CallbackTarget, messages: unknown[]): string =>
  callbackOf(target, [
    {
      messaging_product: 'whatsapp',
      metadata: { display_phone_number: '15552000000', phone_number_id: target.phoneNumberId },
      contacts: [{ profile: { name: 'Ada' }, wa_id: '4915112340000' }],
      messages,
    },
  ])

type MessageView = { type?: string; message?: string }

const viewOf = ({ data }: Event) => data as MessageView
/** Returns the events that report a message with this text. */
const withText = (webhook: Listening, text: string) =>
  webhook.received().filter((event) => viewOf(event).message === text)

const replacement = '\uFFFD'

/** Strings as they appear in a callback's JSON, and as events must report them. */
const oddTexts: readonly { name: string; json: string; expected: string }[] = [
  { name: 'NUL', json: '"D7 a\\u0000b"', expected: `D7 a${replacement}b` },
  { name: 'lone surrogate', json: '"D7 c\\ud800d"', expected: `D7 c${replacement}d` },
  { name: '4,096 emoji', json: `"${'🦊'.repeat(4_096)}"`, expected: '🦊'.repeat(4_096) },
  { name: 'right-to-left override', json: '"D7 \\u202egnp.exe"', expected: 'D7 \u202egnp.exe' },
]

const hugeText = 'x'.repeat(100_000)

/** D7: characters that break databases and displays. */
export async function oddCharacters(fixture: ProofFixture): Promise<Outcome> {
  const system = await fixture.system()
  await using webhook = await listen(system, { events: ['message:in'] })
  const target = await callbackTargetOf(system)
  const statuses: number[] = []
  for (const { json } of [...oddTexts, { json: JSON.stringify(hugeText) }]) {
    const raw = messagesTo(target, [textMessage('PLACE')]).replace('"PLACE"', () => json)
    statuses.push(await postSigned(target, raw))
  }
  const { requests } = webhook.receiver
  await until(() => requests.length >= statuses.length, { timeoutMs: 20_000 }).catch(() => undefined)
  await quiescence(fixture)
  const cut = webhook.received().find(({ data }) => data['message'] === undefined)
  const whole = await system.ok<MessageView>('GET', `/v1/messages/${cut?.data.id}`)
  const missing = oddTexts.filter(({ expected }) => withText(webhook, expected).length !== 1).map(({ name }) => name)
  const valid = requests.filter(({ json, verified }) => json !== undefined && verified === true).length
  const largest = Math.max(...requests.map(({ body }) => body.length))
  return all(
    `${statuses.length} texts: ${[...new Set(statuses)].join(', ')}; ${valid} of ${requests.length} deliveries are valid JSON and signed, the largest of ${largest} bytes`,
    {
      'all answered 200': statuses.every((status) => status === 200),
      [`each is announced, what cannot be stored as U+FFFD (${missing.join(', ')})`]: missing.length === 0,
      'every delivery is valid JSON': valid === requests.length && requests.length === statuses.length,
      'what is too long for an event is named there and whole by its id':
        whole.message === hugeText &&
        (cut as { truncated?: string[] } | undefined)?.truncated?.includes('message') === true,
    },
  )
}
