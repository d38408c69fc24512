import type { Tx } from '@posthorn/chassis'
import { presentChat } from './present.ts'
import { queueRefresh, type Refresh, refreshStep, refreshStepMax } from './refresh.sql.ts'

/** Updates the copies of a label or member on chats, and announces each chat. The `refresh` loop continues if there are many. */
export async function refreshChats(tx: Pick<Tx, 'em' | 'emit' | 'wake'>, refresh: Refresh): Promise<void> {
  const { workspaceId: workspace, author, shown, subjectId } = refresh
  const gone = subjectId.startsWith('lbl_') ? ('labeled' as const) : ('unassigned' as const)
  const chats = await refreshStep(tx.em, refresh)
  for (const chat of chats) {
    const data = { ...presentChat(chat), change: shown ? ('renamed' as const) : gone, ...(author && { by: author }) }
    tx.emit({ kind: 'chat:updated', workspace, data, aggregate: { id: chat.id, version: chat.version } })
  }
  if (chats.length < refreshStepMax) return
  await queueRefresh(tx.em, refresh)
  tx.wake('refresh')
}
