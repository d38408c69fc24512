import type { EntityManager } from '@mikro-orm/postgresql'
import type { Tx } from '@posthorn/chassis'
import { Channel, type PostRow } from '../entities/channel.ts'

/** Tables of one workspace, and a way to announce events. */
export type PostTx = { em: EntityManager; emit: Tx['emit'] }

/** Stores a changed post, and announces it to its number's queue. */
export async function savePost({ em, emit }: PostTx, row: PostRow): Promise<void> {
  row.version += 1
  await em.flush()
  const { numberId: number } = await em.findOneOrFail(Channel, { id: row.channelId })
  const data = { post: row.id, channel: row.channelId, number, status: row.status, waiting: row.toFeed }
  emit({ kind: 'post:updated', workspace: row.workspaceId, data, aggregate: { id: row.id, version: row.version } })
}
