import { z } from 'zod'
import { wordOfColor } from '../colors.ts'
import { shortIdOf } from '../ids.ts'
import type { Member } from '../ours.ts'

export const memberSchema = z.object({
  id: z.string(),
  displayName: z.string(),
  email: z.string(),
  role: z.enum(['admin', 'supervisor', 'agent']),
  status: z.enum(['active', 'invited', 'disabled', 'removed']),
  color: z.string(),
  availability: z.object({ mode: z.literal('auto') }),
  lastSeenAt: z.string(),
  /** Page to join the team, for a new member without a password, who is invited. */
  link: z.string().optional(),
})

type DialectMember = z.output<typeof memberSchema>

/** Returns the role in the dialect. It is agent for all who manage nothing, because bots never assign chats to admins. */
function roleOf(role: Member['role']): DialectMember['role'] {
  return role === 'owner' || role === 'admin' ? 'admin' : 'agent'
}

/** Presents a member. One who hasn't signed in yet is active, because chats can be assigned to them. */
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
