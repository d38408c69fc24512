import { type SimulatedNumber } from '../state/numbers.ts'
import type { World } from '../state/world.ts'
import { refuse } from './error-codes.ts'
import { outageCode, type Reply } from './reply.ts'
import type { SendBody } from './send-body.ts'

/** What a group takes (cloud-api.md section 6). */
const types = ['text', 'image', 'video', 'audio', 'document', 'template']

/** Sends a message to a group: its statuses come for each of the people who are in it now. */
export function sendToGroup(world: World, number: SimulatedNumber, message: SendBody): Reply {
  const { to = '', type, biz_opaque_callback_data: callbackTag = null } = message
  const group = world.groups.get(number.phoneNumberId, to)
  if (group === undefined) return refuse(131009, { details: "Parameter 'to' is not a group of this number." })
  if (!types.includes(type)) refuse(131051, { details: `A group does not take messages of type ${type}.` })
  const { people } = group
  const call = { phoneNumberId: number.phoneNumberId, to, callbackTag, atMs: Date.now(), people }

  const outage = world.outages.strike(number.phoneNumberId)
  if (outage?.kind === 'hang') return { hangUntilMs: outage.untilMs }
  const code = outageCode(outage?.kind) ?? refusalCode(world, number, { ...group, to })
  if (code !== undefined) {
    world.record({ ...call, accepted: false, code, plan: 'silent' })
    return refuse(code)
  }
  const open = type === 'template' || world.windowOpen(number, to)
  const entry = world.record({ ...call, accepted: true, plan: open ? 'ordinary' : 'windowClosed' })
  if (outage?.kind === 'cut') return {}
  return {
    answer: {
      messaging_product: 'whatsapp',
      contacts: [{ input: to, wa_id: to }],
      messages: [{ id: world.wamid('outbound', entry.n), group_id: to }],
    },
  }
}

function refusalCode(
  world: World,
  number: SimulatedNumber,
  { suspended, people, to }: { suspended?: boolean; people: string[]; to: string },
): number | undefined {
  if (number.registered === false) return 133010
  if (suspended) return 131207
  if (people.length === 0) return 131020
  return world.overRate(number, to)
}
