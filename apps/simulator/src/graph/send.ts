import { userIdForm } from '@posthorn/contracts'
import { isValidPhoneNumber } from 'libphonenumber-js/min'
import { z } from 'zod'
import { phoneOf, type SimulatedNumber, userIdOf, waIdOf } from '../state/numbers.ts'
import { type PlanName, type Treatment, treatmentOf } from '../state/plans.ts'
import type { SimulatorState } from '../state/simulator-state.ts'
import { isBlocked } from './blocked-users.ts'
import { contentSchemas } from './content.ts'
import { check, type Reply, refuse } from './reply.ts'
import { templateRefusal } from './templates.ts'

const envelope = {
  messaging_product: z.literal('whatsapp'),
  recipient_type: z.enum(['individual', 'group']).optional(),
  to: z.string().min(1).optional(),
  recipient: z.string().min(1).optional(),
  context: z.strictObject({ message_id: z.string().min(1) }).optional(),
  biz_opaque_callback_data: z.string().max(512).optional(),
  recipient_identity_key_hash: z.string().optional(),
}

/** A validated body that sends a message. `type` is always set. */
type SendBody = {
  type: string
  to?: string | undefined
  recipient?: string | undefined
  recipient_type?: 'individual' | 'group' | undefined
  biz_opaque_callback_data?: string | undefined
  template?: unknown
}

const sendSchemas = new Map(
  Object.entries(contentSchemas).map(([type, content]) => [
    type,
    z.strictObject({ ...envelope, type: z.literal(type), [type]: content }),
  ]),
)

const readReceipt = z.strictObject({
  messaging_product: z.literal('whatsapp'),
  status: z.literal('read'),
  message_id: z.string().min(1),
  typing_indicator: z.strictObject({ type: z.literal('text') }).optional(),
})

/** Validates a body against the provider's limits. Throws the provider's error for the first fault. */
export function readSendBody(body: Record<string, unknown>): SendBody {
  const type = body.type ?? 'text'
  const schema = typeof type === 'string' ? sendSchemas.get(type) : undefined
  if (schema === undefined) return refuse(131009, { details: `Message type ${JSON.stringify(type)} is not supported.` })
  return check(schema, { ...body, type, [type as string]: asGraphReads(body[type as string]) }) as SendBody
}

/** Parses content like the Graph API: an object or list may be JSON in a string, and an interactive type may be in any case. */
function asGraphReads(content: unknown): unknown {
  const value = typeof content === 'string' ? parsedOrSame(content) : content
  const kind = typeof value === 'object' && value !== null && 'type' in value ? value.type : undefined
  return typeof kind === 'string' ? { ...(value as object), type: kind.toLowerCase() } : value
}

/** Parses JSON. Returns other text unchanged, so that the validation that follows refuses it. */
function parsedOrSame(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

export const readReceiptBody = (body: Record<string, unknown>): z.infer<typeof readReceipt> => check(readReceipt, body)

/** Returns the error code for calls during this kind of outage, or undefined if they don't fail with one. */
function outageCode(kind: string | undefined): number | undefined {
  if (kind === 'error') return 131000
  return kind === 'throttle' ? 130429 : undefined
}

/** Runs a call, subject to the number's current outage: it may hang or be refused without running, or run without a response. */
export function underOutage(
  simulator: SimulatorState,
  number: SimulatedNumber,
  run: () => Record<string, unknown>,
): Reply {
  const outage = simulator.strike(number)
  if (outage?.kind === 'hang') return { hangUntilMs: outage.untilMs }
  const code = outageCode(outage?.kind)
  if (code !== undefined) return refuse(code)
  const answer = run()
  return outage?.kind === 'cut' ? {} : { answer }
}

/** Sends a message: validates it, adds it to the call log as accepted or refused, and returns the reply. A call that hangs has no effect. */
export function send(simulator: SimulatorState, number: SimulatedNumber, body: Record<string, unknown>): Reply {
  const message = readSendBody(body)
  if (message.recipient_type === 'group') return sendToGroup(simulator, number, message)
  const recipient = readRecipient(message, (phone) => simulator.hasWritten(number, phone))
  const callbackTag = message.biz_opaque_callback_data ?? null
  const call = { phoneNumberId: number.phoneNumberId, to: recipient.to, callbackTag, atMs: Date.now() }
  const treatment = treatmentOf(recipient.to)

  const templateCode = templateRefusal(number, message.template)
  const outage = simulator.strike(number)
  if (outage?.kind === 'hang') return { hangUntilMs: outage.untilMs }
  const code = outageCode(outage?.kind) ?? refusalCode(simulator, number, { ...call, treatment }) ?? templateCode
  if (code !== undefined) {
    simulator.record({ ...call, accepted: false, code, plan: 'silent' })
    return refuse(code)
  }
  const plan = planFor(simulator, number, { recipient, treatment, type: message.type })
  const failure = plan === 'failing' && treatment.fails !== undefined && { code: treatment.fails }
  const entry = simulator.record({ ...call, accepted: true, plan, ...failure })
  if (treatment.cut || outage?.kind === 'cut') return {}
  const answer = acceptance(number, { recipient, wamid: simulator.wamid('outbound', entry.n), type: message.type })
  return { answer, ...(treatment.slow && { delayMs: simulator.slowAnswerMs }) }
}

/** Returns the error code that refuses this call, if any, and counts it toward the rate limits. Some recipients refuse only a message's first calls. */
function refusalCode(
  simulator: SimulatorState,
  number: SimulatedNumber,
  { to, callbackTag, treatment }: { to: string; callbackTag: string | null; treatment: Treatment },
): number | undefined {
  if (number.registered === false) return 133010
  if (to === phoneOf(number)) return 131021
  if (isBlocked(number, to)) return 131026
  const overRate = simulator.overRate(number, to)
  if (overRate !== undefined) return overRate
  const { refuse: refusal } = treatment
  if (refusal === undefined) return undefined
  const tries = simulator.triesOf(number, to, callbackTag)
  return refusal.tries === undefined || tries < refusal.tries ? refusal.code : undefined
}

/** Returns the statuses that follow: the recipient's, or a failure if they can't be reached, or if only a template may be sent to them now. */
function planFor(
  simulator: SimulatorState,
  number: SimulatedNumber,
  { recipient, treatment, type }: { recipient: Recipient; treatment: Treatment; type: string },
): PlanName {
  if (recipient.doomed) return 'undeliverable'
  return type === 'template' || simulator.windowOpen(number, recipient.to) ? treatment.plan : 'windowClosed'
}

/** Builds the response to an accepted message: its id, and how the provider knows the recipient. */
function acceptance(
  number: SimulatedNumber,
  sent: { recipient: Recipient; wamid: string; type: string },
): Record<string, unknown> {
  const { input, to } = sent.recipient
  const hasPhone = to.startsWith('+')
  return {
    messaging_product: 'whatsapp',
    contacts: [{ input, ...(hasPhone ? { wa_id: waIdOf(to) } : { user_id: userIdOf(number, to) }) }],
    messages: [{ id: sent.wamid, ...(sent.type === 'template' && { message_status: 'accepted' }) }],
  }
}

const groupMessageTypes = ['text', 'image', 'video', 'audio', 'document', 'template']

/** Sends a message to a group. Each current participant gets its own statuses. */
function sendToGroup(simulator: SimulatorState, number: SimulatedNumber, message: SendBody): Reply {
  const { to = '', type, biz_opaque_callback_data: callbackTag = null } = message
  const group = simulator.groups.get(number.phoneNumberId, to)
  if (group === undefined) return refuse(131009, { details: "Parameter 'to' is not a group of this number." })
  if (!groupMessageTypes.includes(type)) refuse(131051, { details: `A group does not take messages of type ${type}.` })
  const { people } = group
  const call = { phoneNumberId: number.phoneNumberId, to, callbackTag, atMs: Date.now(), people }

  const outage = simulator.strike(number)
  if (outage?.kind === 'hang') return { hangUntilMs: outage.untilMs }
  const code =
    outageCode(outage?.kind) ??
    groupRefusalCode(simulator, number, { ...group, to }) ??
    templateRefusal(number, message.template)
  if (code !== undefined) {
    simulator.record({ ...call, accepted: false, code, plan: 'silent' })
    return refuse(code)
  }
  const isAllowed = type === 'template' || simulator.windowOpen(number, to)
  const entry = simulator.record({ ...call, accepted: true, plan: isAllowed ? 'ordinary' : 'windowClosed' })
  if (outage?.kind === 'cut') return {}
  return {
    answer: {
      messaging_product: 'whatsapp',
      contacts: [{ input: to, wa_id: to }],
      messages: [{ id: simulator.wamid('outbound', entry.n), group_id: to }],
    },
  }
}

/** Returns the error code that refuses a call to a group, if any, and counts it toward the rate limits. */
function groupRefusalCode(
  simulator: SimulatorState,
  number: SimulatedNumber,
  { suspended, people, to }: { suspended?: boolean; people: string[]; to: string },
): number | undefined {
  if (number.registered === false) return 133010
  if (suspended) return 131207
  if (people.length === 0) return 131020
  return simulator.overRate(number, to)
}

/** A message's recipient. If `doomed`, the message is accepted, then reported as undeliverable. `input` is what the caller wrote. */
type Recipient = { input: string; to: string; doomed: boolean }

const countryCode = '1'

/**
 * Parses `to` or `recipient` like the provider. `to` takes precedence; `recipient` must be a user id. In `to`,
 * punctuation is removed and digits that aren't a complete international number get the sender's country code. A user id in `to` is reduced
 * to its digits and never arrives. `isCustomer` recognizes the phone numbers of customers who have written before, so that replies to their
 * `from` reach them.
 */
export function readRecipient(
  body: { to?: string | undefined; recipient?: string | undefined },
  isCustomer: (phone: string) => boolean = () => false,
): Recipient {
  if (body.to === undefined) {
    const input = body.recipient ?? refuse(131008, { details: "Parameter 'to' is required." })
    if (!userIdForm.test(input)) refuse(131009, { details: "Parameter 'recipient' must be a user id." })
    return { input, to: input, doomed: false }
  }
  const input = body.to
  if (userIdForm.test(input)) return { input, to: `+${input.replace(/\D/g, '').slice(0, 15)}`, doomed: true }
  const bare = input.replace(/[\s()-]/g, '')
  const isComplete = bare.startsWith('+') || isInternational(bare) || isCustomer(`+${bare}`)
  const digits = isComplete ? bare.replace('+', '') : `${countryCode}${bare}`
  const form = isCustomer(`+${digits}`) ? /^\d{5,15}$/ : /^[1-9]\d{4,14}$/
  if (!form.test(digits)) refuse(131009, { details: "Parameter 'to' is not a phone number." })
  return { input, to: `+${digits}`, doomed: false }
}

/** Returns whether digits without a plus are a complete international number: a valid one, or any in the sender's numbering plan. */
const isInternational = (digits: string): boolean => /^1[2-9]\d{9}$/.test(digits) || isValidPhoneNumber(`+${digits}`)
