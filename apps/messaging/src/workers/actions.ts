import { LockMode } from '@mikro-orm/core'
import { forWorkspace, inTransaction, type Tx, type Worker } from '@posthorn/chassis'
import { type DueActions, takeActions } from '../chats/actions.sql.ts'
import { changeChat, joinPlans, planAssignee, planFields } from '../chats/change.ts'
import type { MessagingRuntime } from '../config.ts'
import { Chat } from '../entities/chat.ts'
import { Member } from '../entities/member.ts'

const pollMs = 5_000
const batchSizeMax = 50

/** Does to chats what was asked for when a message of theirs has been sent: after the send, whose transaction must not wait for chats. */
export const actions: Worker<MessagingRuntime> = {
  name: 'actions',
  pollMs,
  run: (runtime) =>
    inTransaction(runtime, async (tx) => {
      const taken = await takeActions(tx.em, batchSizeMax)
      for (const due of taken.sort((a, b) => (a.chatId < b.chatId ? -1 : 1))) await act(tx, due)
      return { worked: taken.length }
    }),
}

async function act(tx: Tx, { workspaceId: workspace, chatId, actions: wanted }: DueActions): Promise<void> {
  const em = forWorkspace(tx.em, workspace)
  const row = await em.findOne(Chat, { id: chatId }, { lockMode: LockMode.PESSIMISTIC_WRITE })
  if (!row) return
  const { by, assignee, ...fields } = wanted
  const member = assignee && (await em.findOne(Member, { id: assignee.member, removed: false }))
  const assigned = assignee === null || member ? [planAssignee(row, member ? shown(member) : null)] : []
  const emit: Tx['emit'] = (announcement) => tx.emit(announcement)
  changeChat(
    { em, emit: (news) => emit({ ...news, workspace } as never), call: { actor: by } },
    row,
    joinPlans(planFields(row, fields), ...assigned),
  )
}

function shown({ id, name, email }: { id: string; name: string; email: string }) {
  return { id, name, email }
}
