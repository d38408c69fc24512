import { type SimulatedNumber } from '../state/numbers.ts'
import type { SimulatorState } from '../state/simulator-state.ts'
import { refuse } from './error-codes.ts'
import { outageCode, type Reply } from './reply.ts'
import type { SendBody } from './send-body.ts'
import { templateRefusal } from './templates.ts'

/** Message types that groups accept (cloud-api.md section 6). */
const types = ['text', 'image', 'video', 'audio', 'document', 'template']

/** Sends a message to a group: each current participant gets a status. */
export function sendToGroup(simulator: SimulatorState, number: SimulatedNumber, message: SendBody): Reply {
  const { to = '', type, biz_opaque_callback_data: callbackTag = null } = message
  const group = simulator.groups.get(number.phoneNumberId, to)
  if (group === undefined) return refuse(131009, { details: "Parameter 'to' is not a group of this number." })
  if (!types.includes(type)) refuse(131051, { details: `A group does not take messages of type ${type}.` })
  const { people } = group
  const call = { phoneNumberId: number.phoneNumberId, to, callbackTag, atMs: Date.now(), people }

  const outage = simulator.outages.strike(number.phoneNumberId)
  if (outage?.kind === 'hang') return { hangUntilMs: outage.untilMs }
  const code =
    outageCode(outage?.kind) ??
    refusalCode(simulator, number, { ...group, to }) ??
    templateRefusal(number, message.template)
  if (code !== undefined) {
    simulator.record({ ...call, accepted: false, code, plan: 'silent' })
    return refuse(code)
  }
  const open = type === 'template' || simulator.windowOpen(number, to)
  const entry = simulator.record({ ...call, accepted: true, plan: open ? 'ordinary' : 'windowClosed' })
  if (outage?.kind === 'cut') return {}
  return {
    answer: {
      messaging_product: 'whatsapp',
      contacts: [{ input: to, wa_id: to }],
      messages: [{ id: simulator.wamid('outbound', entry.n), group_id: to }],
    },
  }
}

function refusalCode(
  simulator: SimulatorState,
  number: SimulatedNumber,
  { suspended, people, to }: { suspended?: boolean; people: string[]; to: string },
): number | undefined {
  if (number.registered === false) return 133010
  if (suspended) return 131207
  if (people.length === 0) return 131020
  return simulator.overRate(number, to)
}
