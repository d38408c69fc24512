import { createHmac } from 'node:crypto'
import { type Agent, request } from 'undici'
import type { CallLogEntry } from '../state/call-log.ts'
import type { ExplicitUpdate } from '../state/journal.ts'
import { callbackUrlOf, phoneOf, type SimulatedNumber, userIdOf, waIdOf } from '../state/numbers.ts'
import type { PlanStep } from '../state/plans.ts'
import { providerErrorOf } from '../state/provider-errors.ts'

const timeoutMs = 10_000

/** Returns the field of updates that all go to the same URL: that of the first. Planned statuses belong to `messages`. */
export const fieldOf = ([first]: Update[]): string =>
  first !== undefined && 'field' in first ? first.field : 'messages'

/** Posts updates that all go to the same URL, as one signed callback. Returns true only if there is a URL and it responds with 200 within 10 s. */
export async function postCallback(agent: Agent, number: SimulatedNumber, updates: Update[]): Promise<boolean> {
  const body = encodeBody(callbackBody(number, updates))
  try {
    const answer = await request(callbackUrlOf(number, fieldOf(updates)), {
      method: 'POST',
      dispatcher: agent,
      signal: AbortSignal.timeout(timeoutMs),
      headers: {
        'content-type': 'application/json',
        'user-agent': 'facebookexternalua',
        'x-hub-signature-256': signatureOf(body, number.appSecret),
      },
      body,
    })
    await answer.body.dump()
    return answer.statusCode === 200
  } catch {
    return false
  }
}

/** Verifies a callback URL. Returns true if it responds with 200 and the challenge. */
export async function verifyCallback(url: string, verifyToken: string, challenge: string): Promise<boolean> {
  try {
    const address = new URL(url)
    address.searchParams.set('hub.mode', 'subscribe')
    address.searchParams.set('hub.challenge', challenge)
    address.searchParams.set('hub.verify_token', verifyToken)
    const answer = await request(address, { signal: AbortSignal.timeout(timeoutMs) })
    return (await answer.body.text()) === challenge && answer.statusCode === 200
  } catch {
    return false
  }
}

type Json = Record<string, unknown>

/** A planned status of a sent message. `atMs` is when it happened. */
type ScheduledUpdate = {
  id: number
  phoneNumberId: string
  entry: CallLogEntry
  wamid: string
  step: PlanStep
  atMs: number
}

export type Update = ScheduledUpdate | ExplicitUpdate

/** A status as it appears in `statuses[]`. `status` may be any word, so that tests can use unknown ones. */
type StatusInput = {
  wamid: string
  to: string
  /** For a group, its participants. Each of them gets the status, unless the message failed for all of them. */
  people?: string[] | undefined
  callbackTag: string | null
  status: string
  atMs: number
  code?: number | undefined
}

/** Builds a callback body. All planned statuses share one change, and each explicit update is a separate change, in an entry as `isOfNumber` says. */
function callbackBody(number: SimulatedNumber, updates: Update[]): Json {
  const planned = updates.filter((update) => 'entry' in update)
  const explicit = updates.filter((update): update is ExplicitUpdate => !('entry' in update))
  const otherUpdates = explicit.filter(({ field }) => !isOfNumber(field))
  const changes = explicit.filter(({ field }) => isOfNumber(field)).map(changeOf)
  if (planned.length > 0) changes.unshift({ value: statusesValue(number, planned.map(statusOf)), field: 'messages' })
  const id = number.businessAccountId
  return {
    object: 'whatsapp_business_account',
    entry: [
      ...(changes.length > 0 ? [{ id, changes }] : []),
      ...otherUpdates.map((update) => ({ id, time: Math.floor(update.atMs / 1000), changes: [changeOf(update)] })),
    ],
  }
}

/** Returns whether a field is about messages or groups. An update of any other field gets an entry to itself, with a time. */
const isOfNumber = (field: string) => field === 'messages' || field.startsWith('group_')

/** Returns an explicit update as an entry of `changes[]`. */
const changeOf = ({ field, value }: ExplicitUpdate): Json => ({ value, field })

/** Builds the `value` that reports statuses. It has contacts, except for failed messages. */
export function statusesValue(number: SimulatedNumber, statuses: StatusInput[]): Json {
  const reached = [
    ...new Set(statuses.filter(({ status }) => status !== 'failed').flatMap(({ to, people }) => people ?? [to])),
  ]
  return {
    ...valueHead(number),
    ...(reached.length > 0 && { contacts: reached.map((to) => contact(number, { to })) }),
    statuses: statuses.flatMap((status) => statusItems(number, status)),
  }
}

/** Builds the fields that begin the `value` of each callback about a number: the product, and which number it is. */
export const valueHead = (number: SimulatedNumber): Json => ({
  messaging_product: 'whatsapp',
  metadata: { display_phone_number: phoneOf(number).slice(1), phone_number_id: number.phoneNumberId },
})

/** Builds a person for `contacts[]`. `to` is an E.164 phone number or a user id. */
export function contact(number: SimulatedNumber, person: { to: string; name?: string | undefined }): Json {
  const hasPhone = person.to.startsWith('+')
  return {
    profile: { name: person.name ?? (hasPhone ? `Customer ${person.to.slice(-4)}` : 'Customer') },
    ...(hasPhone && { wa_id: waIdOf(person.to) }),
    user_id: userIdOf(number, person.to),
  }
}

/** Serializes a body as the provider does, escaping `/` and non-ASCII characters. This exposes receivers that verify reserialized JSON. */
function encodeBody(body: Json): Buffer {
  const text = JSON.stringify(body)
    .replaceAll('/', '\\/')
    .replace(/[\u0080-\uffff]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`)
  return Buffer.from(text, 'latin1')
}

/** Returns the `X-Hub-Signature-256` header for a raw body. */
const signatureOf = (body: Buffer, appSecret: string): string =>
  `sha256=${createHmac('sha256', appSecret).update(body).digest('hex')}`

/** Returns what a callback says about one planned status of a sent message. */
function statusOf({ entry, wamid, step, atMs }: ScheduledUpdate): StatusInput {
  const { to, people, callbackTag } = entry
  return { wamid, to, people, callbackTag, status: step.status, atMs, code: step.code }
}

/** Returns one item or, for a group, one item per person, with fields in the provider's order. */
function statusItems(number: SimulatedNumber, report: StatusInput): Json[] {
  const { to, people, status } = report
  if (people === undefined) {
    const phone = to.startsWith('+') && { recipient_id: waIdOf(to) }
    return [statusItem(report, { ...phone, recipient_user_id: userIdOf(number, to) })]
  }
  const group = { recipient_id: to, recipient_type: 'group' }
  if (status === 'failed') return [statusItem(report, group)]
  return people.map((person) => {
    const phone = person.startsWith('+') && { recipient_participant_id: waIdOf(person) }
    return statusItem(report, { ...group, ...phone, recipient_participant_user_id: userIdOf(number, person) })
  })
}

/** Builds one item of `statuses[]`. Like the provider, only reports of sent and delivered messages include a price. */
function statusItem({ wamid, callbackTag, status, atMs, code }: StatusInput, recipient: Json): Json {
  const hasPrice = status === 'sent' || status === 'delivered'
  return {
    id: wamid,
    status,
    timestamp: String(Math.floor(atMs / 1000)),
    ...recipient,
    ...(callbackTag !== null && { biz_opaque_callback_data: callbackTag }),
    ...(hasPrice && {
      pricing: { billable: false, pricing_model: 'PMP', type: 'free_customer_service', category: 'service' },
    }),
    ...(code !== undefined && { errors: [webhookError(code)] }),
  }
}

/** Builds an error as it appears in callbacks. In responses, the provider uses another format. */
export function webhookError(code: number): Json {
  const { title, details } = providerErrorOf(code)
  return {
    code,
    title,
    message: title,
    error_data: { details },
    href: 'https://developers.facebook.com/docs/whatsapp/cloud-api/support/error-codes/',
  }
}
