import { LockMode } from '@mikro-orm/core'
import type { VerbContext } from '@posthorn/chassis'
import { fail } from '@posthorn/contracts'
import { Channel } from '../entities/channel.ts'
import { Post, type PostRow } from '../entities/post.ts'

/** Finds a post of a channel the caller may see; refuses with `post:not_found`. */
export async function findPost({ em }: Pick<VerbContext, 'em'>, id: string, { lock = false } = {}): Promise<PostRow> {
  const row = await em.findOne(Post, { id }, lock ? { lockMode: LockMode.PESSIMISTIC_WRITE } : {})
  const channel = row && (await em.findOne(Channel, { id: row.channelId }))
  return row && channel ? row : fail('post:not_found')
}
