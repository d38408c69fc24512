import type { Tx } from '@posthorn/chassis'
import type { ChannelRow } from '../entities/channel.ts'
import { Post, type PostContent, type PostRow } from '../entities/post.ts'
import { askForPeople } from './gather.ts'
import { addressSubscribers } from './posts.sql.ts'

type NewPost = { channel: ChannelRow; id: string; content: PostContent }

/**
 * Makes a post for everybody who is subscribed now; null, and no post, when that is nobody. People of a segment are asked for, and come
 * page by page.
 */
export async function makePost({ em, emit }: Pick<Tx, 'em' | 'emit'>, made: NewPost): Promise<PostRow | null> {
  const { channel, id, content } = made
  const { workspaceId, id: channelId, segmentId } = channel
  const now = new Date()
  const gathering = segmentId ? { segmentId, gatherAfter: '', askedAt: now } : {}
  const row = em.create(Post, { workspaceId, id, channelId, content, createdAt: now, ...gathering })
  await em.flush()
  if (segmentId) {
    askForPeople({ emit }, row)
    return row
  }
  if ((await addressSubscribers(em, { workspaceId, channelId, postId: id })) > 0) return row
  em.remove(row)
  await em.flush()
  return null
}
