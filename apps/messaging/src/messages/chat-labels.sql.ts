import type { EntityManager } from '@mikro-orm/postgresql'
import { sql, type Tx } from '@posthorn/chassis'
import { Fault } from '@posthorn/contracts'
import { presentChat } from '../chats/change.ts'
import type { ChatRow, LabelView } from '../entities/chat.ts'
import { labelsMaxOfChat } from '../labels/labels.ts'
import type { AcceptedMessage, PlanResult } from './accept.sql.ts'
import { type ChatKey, chatKey } from './lock-order.sql.ts'

/** Returns the current labels of chats, by `chatKey`. */
async function labelsOfChats(em: EntityManager, chats: ChatKey[]): Promise<Map<string, string[]>> {
  const rows = await sql<ChatKey & { labels: string[] }>(
    em,
    `select workspace_id as "workspaceId", number_id as "numberId", recipient, c.label_ids as labels
     from unnest($1::text[], $2::text[], $3::text[]) as p (workspace_id, number_id, recipient) join chat c using (workspace_id, number_id, recipient)`,
    [
      chats.map(({ workspaceId }) => workspaceId),
      chats.map(({ numberId }) => numberId),
      chats.map(({ recipient }) => recipient),
    ],
  )
  return new Map(rows.map((row) => [chatKey(row), row.labels]))
}

/** Stores the labels of locked chats and increments the chats' versions, including in the given rows. */
async function saveLabels(em: EntityManager, chats: ChatRow[]): Promise<void> {
  for (const chat of chats) chat.version += 1
  await sql(
    em,
    `update chat c set labels = l.labels::jsonb, version = l.version, updated_at = now(),
       label_ids = (select array_agg(e->>'id' order by place) from jsonb_array_elements(l.labels::jsonb) with ordinality as t (e, place))
     from unnest($1::text[], $2::text[], $3::text[], $4::integer[]) as l (workspace_id, id, labels, version)
     where c.workspace_id = l.workspace_id and c.id = l.id`,
    [
      chats.map(({ workspaceId }) => workspaceId),
      chats.map(({ id }) => id),
      chats.map(({ labels }) => JSON.stringify(labels)),
      chats.map(({ version }) => version),
    ],
  )
}

/** Refuses messages that would give their chat more labels than a chat can have. */
export async function refuseTooManyLabels<P extends PlanResult>(
  em: EntityManager,
  planned: P[],
): Promise<(P | PlanResult)[]> {
  const labeled = planned.flatMap((plan) => (plan.ok && plan.value.labels.length > 0 ? [plan.value] : []))
  if (labeled.length === 0) return planned
  const known = await labelsOfChats(
    em,
    labeled.map(({ row }) => row),
  )
  return planned.map((plan) => {
    if (!plan.ok || plan.value.labels.length === 0) return plan
    const ids = [...(known.get(chatKey(plan.value.row)) ?? []), ...plan.value.labels.map(({ id }) => id)]
    return new Set(ids).size > labelsMaxOfChat ? { ok: false, error: new Fault('chat:too_many_labels') } : plan
  })
}

/** Adds the labels of messages to their locked chats. Announces the chats that gained labels. */
export async function labelChats(tx: Tx, chats: ChatRow[], accepted: AcceptedMessage[]): Promise<void> {
  const changed: { chat: ChatRow; by: AcceptedMessage['by'] }[] = []
  for (const { row, labels, by } of accepted) {
    if (labels.length === 0) continue
    const known = chats.find(({ workspaceId, id }) => workspaceId === row.workspaceId && id === row.chatId)
    const fresh = labels.filter(({ id }) => !known?.labelIds.includes(id))
    if (!known || fresh.length === 0) continue
    addLabelsToRow(known, fresh)
    if (!changed.some(({ chat }) => chat === known)) changed.push({ chat: known, by })
  }
  if (changed.length === 0) return
  await saveLabels(
    tx.em,
    changed.map(({ chat }) => chat),
  )
  for (const { chat, by } of changed) {
    const data = { ...presentChat(chat), change: 'labeled' as const, by }
    const aggregate = { id: chat.id, version: chat.version }
    tx.emit({ kind: 'chat:updated', workspace: chat.workspaceId, data, aggregate })
  }
}

function addLabelsToRow(chat: ChatRow, fresh: LabelView[]): void {
  chat.labels = [...chat.labels, ...fresh]
  chat.labelIds = chat.labels.map(({ id }) => id)
}
