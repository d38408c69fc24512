import type { Verb } from '@posthorn/chassis'
import { fail, type groups } from '@posthorn/contracts'
import type { GroupsRuntime } from '../config.ts'
import { cancelWaiting } from './deliveries.sql.ts'
import { findPost } from './find.ts'
import { presentPost } from './present.ts'
import { savePost } from './save.ts'

/** Stops a post; messaging cancels what is in the queue of the number, and the `post` loop ends the post when all is counted. */
export const stop: Verb<typeof groups.posts.stop, GroupsRuntime> = async ({ ctx, input }) => {
  const row = await findPost(ctx, input.id, { lock: true })
  if (row.status === 'posted') fail('post:ended')
  if (row.status !== 'stopping' && row.status !== 'stopped') {
    await cancelWaiting(ctx.em, row)
    Object.assign(row, { status: 'stopping', toFeed: 0, gatherAfter: null })
    await savePost(ctx, row)
    ctx.wake('post')
  }
  return presentPost(ctx.em, row)
}
