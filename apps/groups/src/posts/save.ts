import type { EntityManager } from '@mikro-orm/postgresql'
import type { Tx } from '@posthorn/chassis'
import { Channel, type PostRow } from '../entities/channel.ts'

/** Tables of one workspace with a way to announce. */
export type PostTx = { em: EntityManager; emit: Tx['emit'] }

/** Writes a changed post and announces it to the queue of its number. */
export async function savePost({ em, emit }: PostTx, row: PostRow): Promise<void> {
  row.version += 1
  await em.flush()
  const { numberId: number } = await em.findOneOrFail(Channel, { id: row.channelId })
  const data = { post: row.id, channel: row.channelId, number, status: row.status, waiting: row.toFeed }
  emit({ kind: 'post:updated', workspace: row.workspaceId, data, aggregate: { id: row.id, version: row.version } })
}
