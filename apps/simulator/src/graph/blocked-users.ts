import { z } from 'zod'
import { type SimulatedNumber, waIdOf } from '../state/numbers.ts'
import { providerErrorOf } from '../state/provider-errors.ts'
import type { SimulatorState } from '../state/simulator-state.ts'
import { check, refuse } from './reply.ts'

const blockedMax = 64_000

const input = z.strictObject({
  messaging_product: z.literal('whatsapp'),
  block_users: z.array(z.strictObject({ user: z.string().min(1) })).min(1),
})

type User = { input: string; wa_id?: string }
type FailedUser = User & { errors: { message: string; code: number; error_data: { details: string } }[] }
type BlockAnswer = { messaging_product: 'whatsapp'; block_users: Record<string, User[]> }

/** Returns whether a customer is blocked. A blocked customer can't write to the number and gets no messages from it. */
export const isBlocked = ({ blocked = [] }: SimulatedNumber, customer: string): boolean => blocked.includes(customer)

/** Lists blocked users. Like the provider's, the list has one object with all users, or none. */
export function listBlocked({ blocked = [] }: SimulatedNumber): object {
  const users = blocked.map((phone) => ({ messaging_product: 'whatsapp', wa_id: waIdOf(phone) }))
  return { data: users.length > 0 ? [{ block_users: users }] : [] }
}

/** Blocks users who wrote in the last 24 hours. For other users, it also fails with an error that names them and those it blocked. */
export function block(simulator: SimulatorState, number: SimulatedNumber, body: unknown): BlockAnswer {
  const blocked = new Set(number.blocked)
  const added: User[] = []
  const failed: FailedUser[] = []
  for (const { user } of check(input, body).block_users) {
    const phone = readPhone(user)
    const code = phone === undefined ? 131009 : refusalOf(simulator, number, { phone, blockedCount: blocked.size })
    if (phone === undefined || code !== undefined) failed.push(asFailed(user, { phone, code: code ?? 131009 }))
    else {
      blocked.add(phone)
      added.push({ input: user, wa_id: waIdOf(phone) })
    }
  }
  simulator.change(number, { blocked: [...blocked] })
  return answer({ added_users: added }, failed)
}

/** Unblocks users. Users who aren't blocked are accepted. */
export function unblock(simulator: SimulatorState, number: SimulatedNumber, body: unknown): BlockAnswer {
  const users = check(input, body).block_users.map(({ user }) => ({ user, phone: readPhone(user) }))
  const removed = users.flatMap(({ user, phone }) => (phone ? [{ input: user, wa_id: waIdOf(phone) }] : []))
  const failed = users.flatMap(({ user, phone }) => (phone ? [] : [asFailed(user, { phone, code: 131009 })]))
  const gone = new Set(users.map(({ phone }) => phone))
  simulator.change(number, { blocked: (number.blocked ?? []).filter((phone) => !gone.has(phone)) })
  return answer({ removed_users: removed }, failed)
}

/** Reads a phone number in any notation. Returns undefined if it isn't one; user ids aren't supported here. */
function readPhone(user: string): string | undefined {
  const digits = user.replace(/[\s()+-]/g, '')
  return /^\d{5,15}$/.test(digits) ? `+${digits}` : undefined
}

/** Returns the error for blocking a user: 131047 if they haven't written within 24 hours, 139101 if the list is full. */
function refusalOf(
  simulator: SimulatorState,
  number: SimulatedNumber,
  { phone, blockedCount }: { phone: string; blockedCount: number },
) {
  if (!simulator.windowOpen(number, phone)) return 131047
  return blockedCount >= blockedMax ? 139101 : undefined
}

/** Describes a user who could not be blocked or unblocked, with the reason. */
function asFailed(user: string, { phone, code }: { phone: string | undefined; code: number }): FailedUser {
  const { title, details } = providerErrorOf(code)
  return {
    input: user,
    ...(phone && { wa_id: waIdOf(phone) }),
    errors: [{ message: title, code, error_data: { details } }],
  }
}

/** Returns the response, or throws it as error 139100 if any user failed. The error lists the other users too. */
function answer(users: Record<string, User[]>, failed: FailedUser[]): BlockAnswer {
  const block_users = { ...users, ...(failed.length > 0 && { failed_users: failed }) }
  const body = { messaging_product: 'whatsapp' as const, block_users }
  return failed.length > 0 ? refuse(139100, { body }) : body
}
