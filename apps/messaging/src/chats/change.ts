import type { VerbContext } from '@posthorn/chassis'
import type { chatChange } from '@posthorn/contracts'
import type { z } from 'zod'
import type { MessagingRuntime } from '../config.ts'
import type { Assignee, Author, ChatRow } from '../entities/chat.ts'
import { presentChat } from './present.ts'

/** Kind of change of a chat. */
export type Change = z.infer<typeof chatChange>
/** Changes of a chat and their names; without a name nothing changes. */
export type Plan = { set: Partial<ChatRow>; changes: Change[] }

type Fields = {
  status?: ChatRow['status'] | undefined
  unread?: boolean | undefined
  pinned?: boolean | undefined
  muted?: boolean | undefined
}

const nameOfStatus = { open: 'reopened', pending: 'pending', resolved: 'resolved', archived: 'archived' } as const

/** Returns what these fields change about the chat; a field with its present value changes nothing. */
export function planFields(row: ChatRow, { status, unread, pinned, muted }: Fields): Plan {
  const plan: Plan = { set: {}, changes: [] }
  const add = (set: Partial<ChatRow>, change: Change) => {
    Object.assign(plan.set, set)
    plan.changes.push(change)
  }
  if (status !== undefined && status !== row.status) add({ status }, nameOfStatus[status])
  if (unread !== undefined && unread !== row.unreadCount > 0)
    add({ unreadCount: unread ? 1 : 0 }, unread ? 'unread' : 'read')
  if (pinned !== undefined && pinned !== row.pinned) add({ pinned }, pinned ? 'pinned' : 'unpinned')
  if (muted !== undefined && muted !== row.muted) add({ muted }, muted ? 'muted' : 'unmuted')
  return plan
}

/** Returns what assigning the chat to this member, or to nobody, changes. */
export function planAssignee(row: ChatRow, assignee: Assignee | null): Plan {
  if ((row.assigneeId ?? null) === (assignee?.id ?? null)) return { set: {}, changes: [] }
  return { set: { assignee, assigneeId: assignee?.id ?? null }, changes: [assignee ? 'assigned' : 'unassigned'] }
}

/** Both plans as one. */
export function joinPlans(...plans: Plan[]): Plan {
  return { set: Object.assign({}, ...plans.map(({ set }) => set)), changes: plans.flatMap(({ changes }) => changes) }
}

/** Context of a change: where, and by whom. */
export type ChangeContext = Pick<VerbContext<MessagingRuntime>, 'em' | 'emit'> & { call: { actor: Author } }

/** Carries a plan out and announces each change with who made it. Answers the chat as it is then. */
export function changeChat(ctx: ChangeContext, row: ChatRow, { set, changes }: Plan): ReturnType<typeof presentChat> {
  if (changes.length === 0) return presentChat(row)
  ctx.em.assign(row, { ...set, updatedAt: new Date(), version: row.version + 1 })
  const chat = presentChat(row)
  for (const change of changes) {
    ctx.emit({
      kind: 'chat:updated',
      data: { ...chat, change, by: ctx.call.actor },
      aggregate: { id: row.id, version: row.version },
    })
  }
  return chat
}
