import { inflateSync } from 'node:zlib'
import { z } from 'zod'
import { contact, statusesValue, valueHead } from '../callbacks/envelope.ts'
import { isBlocked } from '../graph/blocked-users.ts'
import { refuseControl } from '../graph/reply.ts'
import { decideTemplate } from '../graph/templates.ts'
import { phoneOf, type SimulatedNumber, userIdOf, waIdOf } from '../state/numbers.ts'
import type { SimulatorState } from '../state/simulator-state.ts'
import { groupInput, playGroup } from './group.ts'
import { samples } from './samples.ts'

const accountInput = z
  .strictObject({
    quality: z.enum(['GREEN', 'YELLOW', 'RED']).optional(),
    messagingLimit: z
      .string()
      .regex(/^TIER_\w{1,20}$/)
      .optional(),
    status: z.enum(['CONNECTED', 'RESTRICTED', 'RATE_LIMITED', 'FLAGGED', 'BANNED', 'OFFLINE']).optional(),
    canSend: z.enum(['AVAILABLE', 'LIMITED', 'BLOCKED']).optional(),
    name: z
      .strictObject({ name: z.string().min(1).max(100), decision: z.enum(['APPROVED', 'REJECTED', 'DEFERRED']) })
      .optional(),
    template: z
      .strictObject({ name: z.string().min(1), status: z.enum(['APPROVED', 'REJECTED', 'PAUSED', 'DISABLED']) })
      .optional(),
  })
  .refine((input) => Object.keys(input).length > 0, {
    message: 'name quality, messagingLimit, status, canSend, name or template',
  })

type AccountInput = z.infer<typeof accountInput>
type Report = { field: string; value: Record<string, unknown> }

/** Changes a number as the provider would: visible immediately, and reported in callbacks. */
function decideAccount(
  simulator: SimulatorState,
  number: SimulatedNumber,
  input: AccountInput,
): { simulated: 'account' } {
  const { quality, messagingLimit, status, canSend, name, template } = input
  const changed = simulator.change(number, {
    ...(quality && { quality }),
    ...(messagingLimit && { messagingLimit }),
    ...(status && { status }),
    // A new status ends an earlier `canSend`.
    ...((canSend || status) && { canSend }),
    ...(name && { nameStatus: name.decision === 'APPROVED' ? 'APPROVED' : 'DECLINED' }),
    ...(name?.decision === 'APPROVED' && { name: name.name }),
  })
  const decided = template
    ? decideTemplate(simulator, changed, { isMeant: ({ name }) => name === template.name, status: template.status })
    : changed
  for (const reported of callbacksOf(decided, input)) simulator.report(decided, () => reported)
  return { simulated: 'account' }
}

/** Returns the callbacks that report the changes of a number. `decideTemplate` reports a template's. */
function callbacksOf(number: SimulatedNumber, input: AccountInput): Report[] {
  const { quality, messagingLimit, name } = input
  const event = accountEventOf(input)
  const display_phone_number = phoneOf(number).slice(1)
  const max_daily_conversations_per_business = number.messagingLimit ?? 'TIER_UNLIMITED'
  const quality_update = (event: string): Report => ({
    field: 'phone_number_quality_update',
    value: { display_phone_number, event, max_daily_conversations_per_business },
  })
  return [
    ...(quality ? [quality_update(quality === 'RED' ? 'FLAGGED' : 'UNFLAGGED')] : []),
    ...(messagingLimit ? [quality_update('UPGRADE')] : []),
    ...(event ? [{ field: 'account_update', value: { phone_number: display_phone_number, event } }] : []),
    ...(name ? [nameUpdate(display_phone_number, name)] : []),
  ]
}

/** Returns the `event` of the `account_update` callback that reports a status, or whether the account may send. */
function accountEventOf({ status, canSend }: AccountInput): string | undefined {
  if (status === 'BANNED') return 'DISABLED_UPDATE'
  if (status === undefined && canSend === undefined) return undefined
  const isGood = (status ?? 'CONNECTED') === 'CONNECTED' && (canSend ?? 'AVAILABLE') === 'AVAILABLE'
  return isGood ? 'ACCOUNT_RECONNECTED' : 'ACCOUNT_RESTRICTION'
}

/** Builds the callback that reports the decision on a requested display name. */
function nameUpdate(display_phone_number: string, name: NonNullable<AccountInput['name']>): Report {
  const rejection_reason = name.decision === 'REJECTED' ? 'NAME_NOT_CONSISTENT' : null
  const { decision, name: requested_verified_name } = name
  return {
    field: 'phone_number_name_update',
    value: { display_phone_number, decision, requested_verified_name, rejection_reason },
  }
}

/** A callback of any field, with the given value or a sample. */
const changeInput = z.strictObject({
  field: z.string().regex(/^[a-z_]{1,60}$/),
  value: z.record(z.string(), z.unknown()).optional(),
})

/** Sends a callback without changing the number. `account` does both. */
function reportChange(
  simulator: SimulatorState,
  number: SimulatedNumber,
  { field, value }: z.infer<typeof changeInput>,
): { simulated: 'change' } {
  const reported =
    value ?? samples[field]?.(number) ?? refuseControl(400, `There is no sample of '${field}': name its value.`)
  simulator.report(number, () => ({ field, value: reported }))
  return { simulated: 'change' }
}

const secondsMax = 31_536_000

const messageInput = z
  .strictObject({
    from: z.string().optional().describe('Phone of the customer; without it `userId` says who writes'),
    userId: z.string().optional(),
    type: z.string().min(1).default('text'),
    text: z.string().optional(),
    name: z.string().optional(),
    replyTo: z.string().optional(),
    groupId: z.string().optional(),
    content: z
      .unknown()
      .optional()
      .describe('Content of types other than text, under the name of the type; without it media get a sample'),
    extra: z.record(z.string(), z.unknown()).optional().describe('Further fields of the message, as they are'),
  })
  .refine(({ from, userId }) => from !== undefined || userId !== undefined, { message: "name 'from' or 'userId'" })

/** The body of the simulate call, which must have exactly one of seven fields. */
export const simulateInput = z
  .strictObject({
    message: messageInput.optional(),
    status: z.strictObject({ message: z.string(), status: z.string().min(1), error: z.int().optional() }).optional(),
    outage: z
      .strictObject({
        kind: z.enum(['refuse', 'hang', 'error', 'cut', 'throttle']),
        seconds: z.number().min(0).max(secondsMax),
        share: z.number().gt(0).max(1).default(1),
      })
      .optional(),
    advance: z.strictObject({ seconds: z.number().positive().max(secondsMax) }).optional(),
    account: accountInput.optional(),
    group: groupInput.optional(),
    change: changeInput.optional(),
  })
  .refine((body) => Object.values(body).filter((part) => part !== undefined).length === 1, {
    message: 'name exactly one of message, status, outage, advance, account, group, change',
  })

type Simulation = z.infer<typeof simulateInput>
type Parts = { [Part in keyof Simulation]-?: NonNullable<Simulation[Part]> }

/** The result of a simulation. `refuseMs` is how long the listener should refuse connections. */
type Simulated = { simulated: string; wamid?: string; refuseMs?: number; [fact: string]: unknown }

/** Simulates a customer's message, a status, an outage, the passage of time, a provider decision or report, or a group action. */
export function simulate(simulator: SimulatorState, number: SimulatedNumber, body: Simulation): Simulated {
  if (body.message !== undefined) return customerWrites(simulator, number, body.message)
  if (body.status !== undefined) return reportStatus(simulator, number, body.status)
  if (body.outage !== undefined) return beginOutage(simulator, number, body.outage)
  if (body.account !== undefined) return decideAccount(simulator, number, body.account)
  if (body.group !== undefined) return playGroup(simulator, number, body.group)
  if (body.change !== undefined) return reportChange(simulator, number, body.change)
  const seconds = body.advance?.seconds ?? 0
  simulator.advance(number, seconds * 1000)
  return { simulated: 'advance', seconds }
}

/** Reports a customer's message in a callback and opens the window for replies. Media without content get a sample file. */
function customerWrites(simulator: SimulatorState, number: SimulatedNumber, input: Parts['message']): Simulated {
  const customer = input.from === undefined ? (input.userId ?? '') : `+${input.from.replace(/\D/g, '')}`
  if (isBlocked(number, customer)) refuseControl(409, `The number has blocked ${customer}.`)
  const userId = input.userId ?? userIdOf(number, customer)
  if (input.groupId !== undefined && !simulator.groups.get(number.phoneNumberId, input.groupId))
    refuseControl(404, 'There is no such group of this number.')
  let wamid = ''
  const content = contentOf(input) ?? keepSample(simulator, number, input)
  simulator.customerWrote(number, input.groupId ?? customer)
  simulator.report(number, (n) => {
    wamid = simulator.wamid('inbound', n)
    const message = {
      ...(input.from !== undefined && { from: waIdOf(customer) }),
      from_user_id: userId,
      ...(input.groupId !== undefined && { group_id: input.groupId }),
      id: wamid,
      timestamp: String(Math.floor(Date.now() / 1000)),
      type: input.type,
      ...(input.replyTo !== undefined && { context: { from: phoneOf(number).slice(1), id: input.replyTo } }),
      ...(content !== undefined && { [input.type]: content }),
      ...input.extra,
    }
    const sender = { ...contact(number, { to: customer, name: input.name }), user_id: userId }
    return { field: 'messages', value: { ...valueHead(number), contacts: [sender], messages: [message] } }
  })
  return { simulated: 'message', wamid, userId }
}

/** Returns the content of a message; undefined if the request has none and the type is not text. */
function contentOf({ type, text, content }: Parts['message']): unknown {
  if (content !== undefined) return content
  return type === 'text' ? { body: text ?? '' } : undefined
}

/** Reports a status of a message that this number sent, in addition to the statuses that were planned for it. */
function reportStatus(
  simulator: SimulatorState,
  number: SimulatedNumber,
  { message, status, error }: Parts['status'],
): Simulated {
  const entry = simulator.sendOf(message)
  // Earlier calls belong to a deleted number with the same id.
  if (entry?.phoneNumberId !== number.phoneNumberId || entry.n <= (number.callsBefore ?? 0))
    return refuseControl(404, `There is no accepted message ${message} of this number.`)
  const { to, callbackTag, people } = entry
  const report = { wamid: message, to, people, callbackTag, status, atMs: Date.now(), code: error }
  simulator.report(number, () => ({ field: 'messages', value: statusesValue(number, [report]) }))
  return { simulated: 'status', wamid: message, status }
}

/** Starts an outage of one number, except `refuse`: it closes the listener for all numbers, which the caller does after responding. */
function beginOutage(simulator: SimulatorState, number: SimulatedNumber, outage: Parts['outage']): Simulated {
  const { kind, seconds } = outage
  if (kind === 'refuse') return { simulated: 'outage', kind, seconds, refuseMs: seconds * 1000 }
  simulator.beginOutage(number, outage)
  return { simulated: 'outage', kind, seconds }
}

/** Complete sample files: a green image, one second of green video, one second of silence, a page with one word, and a green sticker. */
const sampleFiles: Readonly<Record<string, { mime: string; deflated: string; fields: Record<string, unknown> }>> = {
  image: {
    mime: 'image/png',
    fields: {},
    deflated: [
      'eNrrDPBz5+WS4mJgYOD19HAJAtICIMzBBCQnTMwwA1Jini6OIRW3kgP2znETSpK4arAq8UcWA8PFzDgBlvfFk4EqGDxd/VzWOSU0AQCP5hQ0',
    ].join(''),
  },
  video: {
    mime: 'video/mp4',
    fields: {},
    deflated: [
      'eNpjYGBQSCupLMgszs9lYGBiANFAbJRYlmyYW2BiCBTzyc3PL2NgYMjJLctIYUABzC/AmJEBhBCAEVUVOt+BAS9gAmq4UVKUmA1kx5Rkg+1kxjQNZD',
      'd+e7DaKwDFDIwluSmZiUCGQm4Kdn+FHgFzFDNScopgMmWZKanotmjnZualARkiZblgg5CtVUmByMmkFKWmITmLp7QoRwHKfl1ckpQDpJuLS4pTkNQU',
      'gyIBh9dAnhBg8ADSHjhVoAOJ//+BpCzQVGdGpwNc/x8ysKUD6btPGBlYMs5ZNICUFJeUFCMZyAgNZxmg05JRxeEYqKe4CjXUGbtAwVFckpyPEGMqAV',
      'KTclMSQXRbakdLW0PtCAcJFIJQCkEDAPwp9RQ=',
    ].join(''),
  },
  sticker: {
    mime: 'image/webp',
    fields: { animated: false },
    deflated: 'eNoL8nRzk2BgYAh3dQoIC7Dw4QGy9f8frBfQyIo/dfU/AwB9sgmx',
  },
  audio: {
    mime: 'audio/ogg; codecs=opus',
    fields: { voice: true },
    deflated: [
      'eNrzT08PZmBigAJGKC0z/+tNRmH/gtJij9TEFEZGC8aG3WAJf5ByBmTlIHyKNaqCURKkPCQxvZgTKFKcmVuak1iSXwTXxAI1AawBZOHLEONjRs',
      'wkgx///w1CBAB1BKx2',
    ].join(''),
  },
  document: {
    mime: 'application/pdf',
    fields: { filename: 'sample.pdf' },
    deflated: [
      'eNplkc1OwzAQhO9+ir1EggPYTmIEUpVDSiMkQFRNbhUHt9mEVGlc2Q4qPD3ODykoe7C1s9+ORra3fkxu+G1IODBQu8NiQbOvE9KltLJWJV3LEg',
      '34briJImxyhxD/P9oj9LnKzTbouHe6VG1jgU8LwXzBHRod1DvTV8wrGavzlrnWZww4Y51NYx1jIOyhDRrV6j0a55O4UXf9WnY9Tdud7ZpO4TSW',
      'Bnv5CetPtNVeRmONqcIp1Qs2pf2AQESRsRrlkcQZ0AT4PWSFywOhgCyHq1QeTzVeQ3aAVUaczUCPfmeNBWEgCJsK7oQIBBRw0R5gmDQXTfgzjT',
      'M+03zxR7NaVjVqFz6tvhEE3Sjlnnz4J2Ks1LbPEwSceN7qLSE/L8WI4Q==',
    ].join(''),
  },
}

/** Stores a sample file for the type and returns content that refers to it, or undefined for a type without a sample. */
function keepSample(
  simulator: SimulatorState,
  number: SimulatedNumber,
  { type, text }: { type: string; text?: string | undefined },
): Record<string, unknown> | undefined {
  const sample = Object.hasOwn(sampleFiles, type) ? sampleFiles[type] : undefined
  if (sample === undefined) return undefined
  const bytes = inflateSync(Buffer.from(sample.deflated, 'base64'))
  const { id, mime, sha256 } = simulator.media.add({ phoneNumberId: number.phoneNumberId, mime: sample.mime, bytes })
  const caption = text !== undefined && type !== 'audio' && type !== 'sticker' ? { caption: text } : {}
  return { id, mime_type: mime, sha256: Buffer.from(sha256, 'hex').toString('base64'), ...sample.fields, ...caption }
}
