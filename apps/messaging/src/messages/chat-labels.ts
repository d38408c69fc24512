import type { EntityManager } from '@mikro-orm/postgresql'
import type { Tx } from '@posthorn/chassis'
import { Fault } from '@posthorn/contracts'
import { presentChat } from '../chats/present.ts'
import type { ChatRow, LabelView } from '../entities/chat.ts'
import { labelsMaxOfChat } from '../labels/labels.ts'
import type { AcceptedMessage } from './accept.sql.ts'
import { labelsOfChats, saveLabels } from './chat-labels.sql.ts'
import { chatKey } from './lock-order.sql.ts'

type PlanResult = { ok: true; value: AcceptedMessage } | { ok: false; error: unknown }

/** Refuses messages whose labels would be too many for their chat. */
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

/** Puts the labels of messages on their chats, which are locked, and announces those that have more now. */
export async function labelChats(tx: Tx, chats: ChatRow[], accepted: AcceptedMessage[]): Promise<void> {
  const changed: { chat: ChatRow; by: AcceptedMessage['by'] }[] = []
  for (const { row, labels, by } of accepted) {
    if (labels.length === 0) continue
    const known = chats.find(({ workspaceId, id }) => workspaceId === row.workspaceId && id === row.chatId)
    const fresh = labels.filter(({ id }) => !known?.labelIds.includes(id))
    if (!known || fresh.length === 0) continue
    addLabels(known, fresh)
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

function addLabels(chat: ChatRow, fresh: LabelView[]): void {
  chat.labels = [...chat.labels, ...fresh]
  chat.labelIds = chat.labels.map(({ id }) => id)
}
