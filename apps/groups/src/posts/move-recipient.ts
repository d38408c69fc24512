import { LockMode } from '@mikro-orm/core'
import { forWorkspace, type Tx } from '@posthorn/chassis'
import { Post } from '../entities/channel.ts'
import type { Move } from '../participants/move.sql.ts'
import { moveDelivery } from './move-deliveries.sql.ts'
import { savePost } from './save.ts'

/** Moves a person's delivery to a new address. */
export async function moveRecipient(tx: Tx, move: Move, post: string): Promise<void> {
  const em = forWorkspace(tx.em, move.workspace)
  const row = await em.findOne(Post, { id: post }, { lockMode: LockMode.PESSIMISTIC_WRITE })
  if (!row) return
  const fewer = await moveDelivery(em, move, post)
  tx.wake('post')
  if (fewer === 0) return
  row.toFeed -= fewer
  await savePost({ em, emit: tx.emit }, row)
}
