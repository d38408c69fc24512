import { z } from 'zod'
import { wordOfColor } from '../colors.ts'
import { shortIdOf } from '../ids.ts'
import type { Member } from '../ours.ts'

/** A member of the team. */
export const memberSchema = z.object({
  id: z.string(),
  displayName: z.string(),
  email: z.string(),
  role: z.enum(['admin', 'supervisor', 'agent']),
  status: z.enum(['active', 'invited', 'disabled', 'removed']),
  color: z.string(),
  availability: z.object({ mode: z.literal('auto') }),
  lastSeenAt: z.string(),
  /** Page to join the team; of a new member without a password, who is invited. */
  link: z.string().optional(),
})

type DialectMember = z.output<typeof memberSchema>

/** Returns the role in the dialect. It is agent for all that manage nothing: bots never assign to admins. */
function roleOf(role: Member['role']): DialectMember['role'] {
  return role === 'owner' || role === 'admin' ? 'admin' : 'agent'
}

/** Returns a member in the dialect. Chats can be assigned to a member who has not signed in yet, who is active for that reason. */
export function memberOf(member: Member): DialectMember {
  const { id, name, email, role, status, color, lastSeenAt, createdAt } = member
  return {
    id: shortIdOf(id),
    displayName: name,
    email,
    role: roleOf(role),
    status: status === 'disabled' ? 'disabled' : 'active',
    color: wordOfColor(color ?? ''),
    availability: { mode: 'auto' },
    lastSeenAt: lastSeenAt ?? createdAt,
  }
}
