import { z } from 'zod'
import { shortIdOf } from '../ids.ts'
import type { Invitation, Member } from '../ours.ts'

/** A member of the team, or somebody who is invited to it. */
export const memberSchema = z.object({
  id: z.string(),
  displayName: z.string(),
  email: z.string(),
  role: z.enum(['admin', 'supervisor', 'agent']),
  status: z.enum(['active', 'invited', 'disabled', 'removed']),
  color: z.string(),
  availability: z.object({ mode: z.literal('auto') }),
  lastSeenAt: z.string(),
  /** Page to join the team; in the answer to an invitation only. */
  link: z.string().optional(),
})

type DialectMember = z.output<typeof memberSchema>

/** Returns the role in the dialect. It is agent for all that manage nothing: bots never assign to admins. */
function roleOf(role: Member['role']): DialectMember['role'] {
  return role === 'owner' || role === 'admin' ? 'admin' : 'agent'
}

const constants = { color: 'iron', availability: { mode: 'auto' } } as const

/** Returns a member in the dialect. Chats can be assigned to a member who has not signed in yet, who is active for that reason. */
export function memberOf({ id, name, email, role, state, lastSeenAt, createdAt }: Member): DialectMember {
  return {
    id: shortIdOf(id),
    displayName: name,
    email,
    role: roleOf(role),
    status: state === 'disabled' ? 'disabled' : 'active',
    ...constants,
    lastSeenAt: lastSeenAt ?? createdAt,
  }
}

/** Returns an invitation as a member who is invited. */
export function invitedOf({ id, email, role, createdAt }: Invitation): DialectMember {
  return {
    id: shortIdOf(id),
    displayName: email,
    email,
    role: roleOf(role),
    status: 'invited',
    ...constants,
    lastSeenAt: createdAt,
  }
}
