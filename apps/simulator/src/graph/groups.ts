import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { valueHead, webhookError } from '../callbacks/envelope.ts'
import type { SimulatedNumber } from '../state/numbers.ts'
import type { World } from '../state/world.ts'
import { refuse } from './error-codes.ts'
import { outageCode, type SendReply } from './send.ts'
import { check } from './send-body.ts'

const groupBody = z.strictObject({
  messaging_product: z.literal('whatsapp'),
  subject: z.string().trim().min(1).max(128),
  description: z.string().max(2048).optional(),
  join_approval_mode: z.enum(['auto_approve', 'approval_required']).default('auto_approve'),
})

/** A subject that ends in `#` and a code is accepted, and then the group fails with that code. */
const failsWith = /#(\d{1,6})$/

/** Takes the request for a group: answers with a request id; how it ended is told by a callback that carries it (cloud-api.md section 6). */
export function createGroup(world: World, number: SimulatedNumber, body: Record<string, unknown>): SendReply {
  const group = check(groupBody, body)
  if (number.groups === false) refuse(131215)
  const outage = world.outages.strike(number.phoneNumberId)
  if (outage?.kind === 'hang') return { hangUntilMs: outage.untilMs }
  const code = outageCode(outage?.kind)
  if (code !== undefined) return refuse(code)
  const requestId = randomBytes(16).toString('hex').toUpperCase()
  world.tell(number, () => ({
    field: 'group_lifecycle_update',
    value: { ...valueHead(number), groups: [ending(number, group, requestId)] },
  }))
  if (outage?.kind === 'cut') return {}
  return { answer: { messaging_product: 'whatsapp', request_id: requestId } }
}

function ending(number: SimulatedNumber, group: z.output<typeof groupBody>, requestId: string) {
  const { subject, description, join_approval_mode } = group
  const head = { timestamp: String(Math.floor(Date.now() / 1000)), type: 'group_create', request_id: requestId }
  const code = failsWith.exec(subject)?.[1]
  if (code !== undefined) return { ...head, errors: [webhookError(Number(code))] }
  const random = randomBytes(9)
  return {
    ...head,
    group_id: Buffer.from(`capi_group:${number.phoneNumberId}:${random.toString('hex')}`).toString('base64'),
    subject,
    ...(description !== undefined && { description }),
    invite_link: `https://chat.whatsapp.com/${random.toString('base64url')}`,
    join_approval_mode,
  }
}
