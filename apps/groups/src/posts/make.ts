import type { EntityManager } from '@mikro-orm/postgresql'
import { Post, type PostContent, type PostRow } from '../entities/post.ts'
import { addressSubscribers } from './posts.sql.ts'

type NewPost = { workspaceId: string; id: string; channelId: string; content: PostContent }

/** Makes a post for everybody who is subscribed now; null, and no post, when that is nobody. */
export async function makePost(em: EntityManager, made: NewPost): Promise<PostRow | null> {
  const { workspaceId, id, channelId } = made
  const row = em.create(Post, { ...made, createdAt: new Date() })
  await em.flush()
  if ((await addressSubscribers(em, { workspaceId, channelId, postId: id })) > 0) return row
  em.remove(row)
  await em.flush()
  return null
}
