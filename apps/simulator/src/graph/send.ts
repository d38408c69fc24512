import { userIdOf } from '../callbacks/envelope.ts'
import { phoneOf, type SimulatedNumber } from '../state/numbers.ts'
import { type PlanName, type Treatment, treatmentOf } from '../state/plans.ts'
import type { World } from '../state/world.ts'
import { refuse } from './error-codes.ts'
import { sendToGroup } from './group-send.ts'
import { type Recipient, readRecipient, waIdOf } from './recipient.ts'
import { outageCode, type Reply } from './reply.ts'
import { readSendBody } from './send-body.ts'
import { templateRefusal } from './templates.ts'

/** Sends a message: checks it, refuses it or takes it into the ledger, and says how to answer. */
export function send(world: World, number: SimulatedNumber, body: Record<string, unknown>): Reply {
  const message = readSendBody(body)
  if (message.recipient_type === 'group') return sendToGroup(world, number, message)
  const recipient = readRecipient(message)
  const callbackTag = message.biz_opaque_callback_data ?? null
  const call = { phoneNumberId: number.phoneNumberId, to: recipient.to, callbackTag, atMs: Date.now() }
  const treatment = treatmentOf(recipient.to)

  const templateCode = templateRefusal(number, body.template)
  const outage = world.outages.strike(number.phoneNumberId)
  if (outage?.kind === 'hang') return { hangUntilMs: outage.untilMs }
  const code = outageCode(outage?.kind) ?? refusalCode(world, number, { ...call, treatment }) ?? templateCode
  if (code !== undefined) {
    world.record({ ...call, accepted: false, code, plan: 'silent' })
    return refuse(code)
  }
  const plan = planFor(world, number, { recipient, treatment, type: message.type })
  const entry = world.record({ ...call, accepted: true, plan })
  if (treatment.cut || outage?.kind === 'cut') return {}
  const answer = accepted(number, { recipient, wamid: world.wamid('outbound', entry.n), type: message.type })
  return { answer, ...(treatment.slow && { delayMs: world.slowAnswerMs }) }
}

type Call = { to: string; callbackTag: string | null; treatment: Treatment }

function refusalCode(world: World, number: SimulatedNumber, { to, callbackTag, treatment }: Call): number | undefined {
  if (number.registered === false) return 133010
  if (to === phoneOf(number)) return 131021
  const overRate = world.overRate(number, to)
  if (overRate !== undefined) return overRate
  const { refuse: refusal } = treatment
  if (refusal === undefined) return undefined
  const tries = world.triesOf(number.phoneNumberId, to, callbackTag)
  return refusal.tries === undefined || tries < refusal.tries ? refusal.code : undefined
}

type Destined = { recipient: Recipient; treatment: Treatment; type: string }

function planFor(world: World, number: SimulatedNumber, { recipient, treatment, type }: Destined): PlanName {
  if (recipient.doomed) return 'undeliverable'
  return type === 'template' || world.windowOpen(number, recipient.to) ? treatment.plan : 'windowClosed'
}

function accepted(
  number: SimulatedNumber,
  sent: { recipient: Recipient; wamid: string; type: string },
): Record<string, unknown> {
  const { input, to } = sent.recipient
  const phone = to.startsWith('+')
  return {
    messaging_product: 'whatsapp',
    contacts: [{ input, ...(phone ? { wa_id: waIdOf(to) } : { user_id: userIdOf(number, to) }) }],
    messages: [{ id: sent.wamid, ...(sent.type === 'template' && { message_status: 'accepted' }) }],
  }
}
