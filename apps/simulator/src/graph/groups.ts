import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { webhookError } from '../callbacks/envelope.ts'
import { reportGroup } from '../callbacks/group.ts'
import type { SimulatedNumber } from '../state/numbers.ts'
import type { SimulatorState } from '../state/simulator-state.ts'
import { refuse } from './error-codes.ts'
import { type Reply, underOutage } from './reply.ts'
import { check } from './send-body.ts'

const groupBody = z.strictObject({
  messaging_product: z.literal('whatsapp'),
  subject: z.string().trim().min(1).max(128),
  description: z.string().max(2048).optional(),
  join_approval_mode: z.enum(['auto_approve', 'approval_required']).default('auto_approve'),
})

/** Returns the error code after `#` at the end of a text. A request with such a text is accepted, then fails with that code. */
export function codeNamedIn(text: string | undefined): number | undefined {
  const code = /#(\d{1,6})$/.exec(text ?? '')?.[1]
  return code === undefined ? undefined : Number(code)
}

/** Returns a new request id, which is repeated in the callback that reports the result. */
export function newRequestId(): string {
  return randomBytes(16).toString('hex').toUpperCase()
}

export function newInviteLink(): string {
  return `https://chat.whatsapp.com/${randomBytes(12).toString('base64url')}`
}

/** Accepts a new group. Returns a request id, which is repeated in the callback that reports the result (cloud-api.md section 6). */
export function createGroup(simulator: SimulatorState, number: SimulatedNumber, body: Record<string, unknown>): Reply {
  const group = check(groupBody, body)
  if (number.groups === false) refuse(131215)
  return underOutage(simulator, number, () => {
    const requestId = newRequestId()
    reportGroup(simulator, number, {
      field: 'group_lifecycle_update',
      type: 'group_create',
      request_id: requestId,
      ...ending(simulator, number, group),
    })
    return { messaging_product: 'whatsapp', request_id: requestId }
  })
}

function ending(
  simulator: SimulatorState,
  number: SimulatedNumber,
  requested: z.output<typeof groupBody>,
): Record<string, unknown> {
  const { subject, description, join_approval_mode } = requested
  const code = codeNamedIn(subject)
  if (code !== undefined) return { errors: [webhookError(code)] }
  const { id, inviteLink } = simulator.groups.save({
    id: Buffer.from(`capi_group:${number.phoneNumberId}:${randomBytes(9).toString('hex')}`).toString('base64url'),
    phoneNumberId: number.phoneNumberId,
    subject,
    description,
    joinApproval: join_approval_mode === 'approval_required',
    inviteLink: newInviteLink(),
    createdAtMs: Date.now(),
    people: [],
    removed: [],
    requests: [],
  })
  return { group_id: id, subject, ...(description && { description }), invite_link: inviteLink, join_approval_mode }
}

export function listGroups(simulator: SimulatorState, { phoneNumberId }: SimulatedNumber): Record<string, unknown> {
  const groups = simulator.groups.of(phoneNumberId).map(({ id, subject, createdAtMs }) => {
    return { id, subject, created_at: String(Math.floor(createdAtMs / 1000)) }
  })
  return { data: { groups } }
}
