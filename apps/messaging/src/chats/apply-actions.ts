import { LockMode } from '@mikro-orm/core'
import { forWorkspace, type Tx } from '@posthorn/chassis'
import { Chat } from '../entities/chat.ts'
import { Member } from '../entities/member.ts'
import type { DueActions } from './actions.sql.ts'
import { changeChat, joinPlans, planAssignee, planFields } from './change.ts'

/** Applies to a chat what one of its messages was to do to it once sent. */
export async function applyActions(
  tx: Tx,
  { workspaceId: workspace, chatId, actions: wanted }: DueActions,
): Promise<void> {
  const em = forWorkspace(tx.em, workspace)
  const row = await em.findOne(Chat, { id: chatId }, { lockMode: LockMode.PESSIMISTIC_WRITE })
  if (!row) return
  const { by, assignee, ...fields } = wanted
  const member = assignee && (await em.findOne(Member, { id: assignee.member, removed: false }))
  const assigned = assignee === null || member ? [planAssignee(row, member ? shown(member) : null)] : []
  const emit: Tx['emit'] = (announcement) => tx.emit(announcement)
  changeChat(
    { em, emit: (announcement) => emit({ ...announcement, workspace } as never), call: { actor: by } },
    row,
    joinPlans(planFields(row, fields), ...assigned),
  )
}

function shown({ id, name, email }: { id: string; name: string; email: string }) {
  return { id, name, email }
}
