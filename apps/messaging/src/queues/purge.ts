import type { Verb } from '@posthorn/chassis'
import type { messaging } from '@posthorn/contracts'
import type { MessagingRuntime } from '../config.ts'
import { announceCanceled } from '../posts/announce-canceled.ts'
import { runningPosts } from '../posts/known-posts.sql.ts'
import { findNumber } from './find-number.ts'
import { cancelMessages } from './purge.sql.ts'
import { countMatching, lockWaiting } from './waiting.sql.ts'

/** Cancels the waiting messages of a number that the filter names. */
export const purge: Verb<typeof messaging.queues.purge, MessagingRuntime> = async ({ ctx, input }) => {
  const { id, ...named } = input
  await findNumber(ctx, id)
  const filter = { ...named, workspace: ctx.workspace, number: id, directOnly: false }
  const jobs = await lockWaiting(ctx.em, filter)
  const ids = jobs.map((job) => job.id)
  if (ids.length > 0) await cancelMessages(ctx.em, ctx.workspace, ids)
  announceCanceled(ctx, { workspace: ctx.workspace, jobs })
  ctx.wake('dispatch')
  return {
    canceled: jobs.length,
    scheduled: jobs.filter(({ scheduled }) => scheduled).length,
    remaining: await countMatching(ctx.em, filter),
    posts: await runningPosts(ctx.em, { workspace: ctx.workspace, number: id }),
  }
}
