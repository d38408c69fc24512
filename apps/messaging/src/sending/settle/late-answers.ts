import type { Tx } from '@posthorn/chassis'
import { queueActions } from '../../chats/actions.sql.ts'
import { advance, announce, type Move } from '../../messages/advance.ts'
import { storeMoves } from '../../messages/moves.sql.ts'
import { lockMessages } from '../../messages/rows.sql.ts'
import type { CallResult } from './call-result.ts'

/**
 * Applies answers that came after the job had gone on without them: that the provider took a message counts whenever it becomes known,
 * as a status of it would. Of anything else another call decides, or it was announced otherwise. Returns how many messages it moved.
 */
export async function applyLateAnswers(tx: Tx, late: CallResult[]): Promise<number> {
  const taken = new Map(
    late.flatMap(({ job, outcome }) => (outcome.outcome === 'sent' ? [[job.messageId, { job, outcome }]] : [])),
  )
  if (taken.size === 0) return 0
  const ids = [...taken.values()].map(({ job }) => ({ workspace: job.workspaceId, id: job.messageId }))
  const at = new Date().toISOString()
  const moves: Move[] = []
  for (const before of await lockMessages(tx.em, ids)) {
    const providerId = taken.get(before.id)?.outcome.providerId
    const after = providerId === undefined ? null : advance(before, { event: 'accepted', at, providerId })
    if (!after) continue
    announce(tx, { before, after })
    moves.push({ before, after })
  }
  await queueActions(tx, moves)
  const changed = moves.map(({ after }) => after)
  const unblocks = await storeMoves(tx.em, { changed, ended: changed.map(({ id }) => id) })
  if (unblocks) tx.wake('dispatch')
  return moves.length
}
