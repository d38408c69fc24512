import { LockMode } from '@mikro-orm/core'
import type { EntityManager } from '@mikro-orm/postgresql'
import { forWorkspace, type Tx } from '@posthorn/chassis'
import { Chat, type ChatRow } from '../entities/chat.ts'
import { Member } from '../entities/member.ts'
import { Message } from '../entities/message.ts'
import type { DueActions } from './actions.sql.ts'
import { changeChat, joinPlans, planAssignee, planFields } from './change.ts'

/** Applies the chat actions that a message requested for when it was sent. */
export async function applyActions(
  tx: Tx,
  { workspaceId: workspace, chatId, messageId, actions: wanted }: DueActions,
): Promise<void> {
  const em = forWorkspace(tx.em, workspace)
  const row = await em.findOne(Chat, { id: chatId }, { lockMode: LockMode.PESSIMISTIC_WRITE })
  if (!row) return
  const { by, assignee, failed, ...fields } = wanted
  if (failed !== undefined) await markFailed(em, row, { messageId, failed })
  const member = assignee && (await em.findOne(Member, { id: assignee.member, removed: false }))
  const assigned = assignee === null || member ? [planAssignee(row, member ? shown(member) : null)] : []
  const emit: Tx['emit'] = (announcement) => tx.emit(announcement)
  changeChat(
    { em, emit: (announcement) => emit({ ...announcement, workspace } as never), call: { actor: by } },
    row,
    joinPlans(planFields(row, fields, by), ...assigned),
  )
}

/** Marks the chat of a failed message, unless a newer message was sent in it since. */
async function markFailed(
  em: EntityManager,
  row: ChatRow,
  { messageId, failed }: { messageId: string; failed: boolean },
): Promise<void> {
  const message = await em.findOne(Message, { id: messageId })
  const isNewest = message && (row.lastOutboundAt?.getTime() ?? 0) <= message.createdAt.getTime()
  if (isNewest && row.failed !== failed) em.assign(row, { failed, version: row.version + 1 })
}

function shown({ id, name, email }: { id: string; name: string; email: string }) {
  return { id, name, email }
}
