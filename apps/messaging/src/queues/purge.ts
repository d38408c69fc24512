import { recordChange, type Verb } from '@posthorn/chassis'
import type { messaging } from '@posthorn/contracts'
import type { MessagingRuntime } from '../config.ts'
import { announceCanceled } from '../posts/announce-canceled.ts'
import { runningPosts } from '../posts/known-posts.sql.ts'
import { cancelMessages } from './cancel-messages.ts'
import { findNumber } from './find-number.ts'
import { countMatching, lockWaiting } from './waiting.sql.ts'

/** Cancels the waiting messages of a number that the filter names. */
export const purge: Verb<typeof messaging.queues.purge, MessagingRuntime> = async ({ ctx, input }) => {
  const { id, ...named } = input
  await findNumber(ctx, id)
  const filter = { ...named, workspace: ctx.workspace, number: id, directOnly: false }
  const jobs = await lockWaiting(ctx.em, filter)
  const ids = jobs.map((job) => job.id)
  await cancelMessages(ctx, { workspace: ctx.workspace, ids, by: ctx.call.actor })
  announceCanceled(ctx, { workspace: ctx.workspace, jobs })
  ctx.wake('dispatch')
  const remaining = await countMatching(ctx.em, filter)
  const scheduled = jobs.filter((job) => job.scheduled).length
  recordChange(ctx.em, {
    thing: 'queue',
    id,
    workspace: ctx.workspace,
    before: { waiting: jobs.length + remaining },
    after: { waiting: remaining, canceled: jobs.length, scheduled },
  })
  const posts = await runningPosts(ctx.em, { workspace: ctx.workspace, number: id })
  return { canceled: jobs.length, scheduled, remaining, posts }
}
