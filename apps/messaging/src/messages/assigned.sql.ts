import type { EntityManager } from '@mikro-orm/postgresql'
import { rowType, sql, statement } from '@posthorn/chassis'
import { Fault } from '@posthorn/contracts'
import type { AcceptedMessage } from './accept.sql.ts'
import { chatKey } from './lock-order.sql.ts'

type PlanResult = { ok: true; value: AcceptedMessage } | { ok: false; error: unknown }

const writerRow = rowType<AcceptedMessage>({
  workspace_id: ['text', ({ row }) => row.workspaceId],
  number_id: ['text', ({ row }) => row.numberId],
  recipient: ['text', ({ row }) => row.recipient],
  member_id: ['text', ({ by }) => by.id ?? null],
})

/** Chats assigned to other members, if the workspace limits members to their own and unassigned chats. */
const othersChats = statement(
  { writers: writerRow },
  ({ writers }) => `select c.workspace_id as "workspaceId", c.number_id as "numberId", c.recipient
     from ${writers.as('w')} join workspace_setting s on s.workspace_id = w.workspace_id and s.settings->>'answering' = 'assignee'
     join chat c on c.workspace_id = w.workspace_id and c.number_id = w.number_id and c.recipient = w.recipient
     where c.assignee_id <> w.member_id`,
)

/** Refuses members' messages to chats that are assigned to someone else, if the workspace says so. */
export async function refuseInOthersChats<P extends PlanResult>(
  em: EntityManager,
  planned: P[],
): Promise<(P | PlanResult)[]> {
  const writers = planned.flatMap((plan) => (plan.ok && isOfMember(plan.value) ? [plan.value] : []))
  if (writers.length === 0) return planned
  const found = await sql<{ workspaceId: string; numberId: string; recipient: string }>(em, othersChats({ writers }))
  if (found.length === 0) return planned
  const refused = new Set(found.map(chatKey))
  return planned.map((plan) =>
    plan.ok && isOfMember(plan.value) && refused.has(chatKey(plan.value.row))
      ? { ok: false, error: new Fault('chat:assigned') }
      : plan,
  )
}

const isOfMember = ({ by, post }: AcceptedMessage) => by.type === 'member' && post === null
