import { userIdOf } from '../callbacks/envelope.ts'
import { phoneOf, type SimulatedNumber } from '../state/numbers.ts'
import { type PlanName, type Treatment, treatmentOf } from '../state/plans.ts'
import type { SimulatorState } from '../state/simulator-state.ts'
import { isBlocked } from './blocked-users.ts'
import { refuse } from './error-codes.ts'
import { type Recipient, readRecipient, waIdOf } from './recipient.ts'
import { readSendBody, type SendBody } from './send-body.ts'
import { templateRefusal } from './templates.ts'

/** The reply to a call. `answer` is absent if the connection is cut, or hangs until `hangUntilMs`. */
export type Reply = { answer?: Record<string, unknown>; delayMs?: number; hangUntilMs?: number }

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
  const outage = simulator.outages.strike(number.phoneNumberId)
  if (outage?.kind === 'hang') return { hangUntilMs: outage.untilMs }
  const code = outageCode(outage?.kind)
  if (code !== undefined) return refuse(code)
  const answer = run()
  return outage?.kind === 'cut' ? {} : { answer }
}

/** Sends a message: validates it, refuses it or adds it to the call log, and returns the reply. */
export function send(simulator: SimulatorState, number: SimulatedNumber, body: Record<string, unknown>): Reply {
  const message = readSendBody(body)
  if (message.recipient_type === 'group') return sendToGroup(simulator, number, message)
  const recipient = readRecipient(message, (phone) => simulator.hasWritten(number, phone))
  const callbackTag = message.biz_opaque_callback_data ?? null
  const call = { phoneNumberId: number.phoneNumberId, to: recipient.to, callbackTag, atMs: Date.now() }
  const treatment = treatmentOf(recipient.to)

  const templateCode = templateRefusal(number, body.template)
  const outage = simulator.outages.strike(number.phoneNumberId)
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

/** Returns the error code that refuses this call, if any. Some recipients refuse only the first calls of a message. */
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
  const tries = simulator.triesOf(number.phoneNumberId, to, callbackTag)
  return refusal.tries === undefined || tries < refusal.tries ? refusal.code : undefined
}

/** Returns the statuses that follow: the recipient's own, or a failure if the window is closed and the message isn't a template. */
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

/** Message types that groups accept. */
const groupMessageTypes = ['text', 'image', 'video', 'audio', 'document', 'template']

/** Sends a message to a group. Each current participant gets its own statuses. */
function sendToGroup(simulator: SimulatorState, number: SimulatedNumber, message: SendBody): Reply {
  const { to = '', type, biz_opaque_callback_data: callbackTag = null } = message
  const group = simulator.groups.get(number.phoneNumberId, to)
  if (group === undefined) return refuse(131009, { details: "Parameter 'to' is not a group of this number." })
  if (!groupMessageTypes.includes(type)) refuse(131051, { details: `A group does not take messages of type ${type}.` })
  const { people } = group
  const call = { phoneNumberId: number.phoneNumberId, to, callbackTag, atMs: Date.now(), people }

  const outage = simulator.outages.strike(number.phoneNumberId)
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

/** Returns the error code that refuses a call to a group, if any. */
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
