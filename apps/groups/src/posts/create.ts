import type { Verb } from '@posthorn/chassis'
import { fail, type groups, newId, withNames } from '@posthorn/contracts'
import { findChannel } from '../channels/find.ts'
import type { GroupsRuntime } from '../config.ts'
import { presentPost } from './present.ts'
import { startPost } from './start.ts'

/** Farthest that a post may be scheduled ahead. */
const deliverDaysMax = 366

/** Takes a post for everybody of the channel; the `post` loop hands it to the queue. */
export const create: Verb<typeof groups.posts.create, GroupsRuntime> = async ({ ctx, input }) => {
  const channel = await findChannel(ctx, input.id)
  const { id: _id, test, deliverAt, ...body } = input
  const content = body.contacts ? { ...body, contacts: withNames(body.contacts) } : body
  const post = { channel, id: newId('pst'), content, deliverAt: deliverAt ? dueTime(deliverAt) : null }
  const row = (await startPost(ctx, { ...post, ...(test && { test }) })) ?? fail('channel:empty')
  ctx.wake('post')
  return presentPost(ctx.em, row)
}

function dueTime(deliverAt: string): Date {
  const at = new Date(deliverAt)
  if (at.getTime() <= Date.now() + deliverDaysMax * 86_400_000) return at
  const message = 'must be at most a year ahead'
  return fail('request:invalid', { errors: [{ path: 'deliverAt', code: 'field:invalid', message }] })
}
