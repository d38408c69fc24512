import { LockMode } from '@mikro-orm/core'
import type { VerbContext } from '@posthorn/chassis'
import { fail } from '@posthorn/contracts'
import { findChannel } from '../channels/find.ts'
import { Post, type PostRow } from '../entities/post.ts'

type PostKey = { id: string; post: string }

/** Finds a post of a channel the caller may see; refuses with `post:not_found`. */
export async function findPost(ctx: Pick<VerbContext, 'em' | 'call'>, key: PostKey): Promise<PostRow> {
  const { id: channelId } = await findChannel(ctx, key.id)
  return (await ctx.em.findOne(Post, { id: key.post, channelId })) ?? fail('post:not_found')
}

/** Finds a post and locks it. */
export async function lockPost(ctx: Pick<VerbContext, 'em' | 'call'>, key: PostKey): Promise<PostRow> {
  const { id: channelId } = await findChannel(ctx, key.id)
  const locked = { lockMode: LockMode.PESSIMISTIC_WRITE }
  return (await ctx.em.findOne(Post, { id: key.post, channelId }, locked)) ?? fail('post:not_found')
}
