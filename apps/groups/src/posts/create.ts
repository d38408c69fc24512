import type { Verb } from '@posthorn/chassis'
import { fail, type groups, newId, withNames } from '@posthorn/contracts'
import { findChannel } from '../channels/find.ts'
import type { GroupsRuntime } from '../config.ts'
import { makePost } from './make.ts'
import { presentPost } from './present.ts'

/** Takes a post for everybody of the channel; the `post` loop hands it to the queue. */
export const create: Verb<typeof groups.posts.create, GroupsRuntime> = async ({ ctx, input }) => {
  const { em } = ctx
  const channel = await findChannel(ctx, input.id)
  const { id: _id, ...given } = input
  const content = given.contacts ? { ...given, contacts: withNames(given.contacts) } : given
  const row =
    (await makePost({ em, emit: (news) => ctx.emit(news) }, { channel, id: newId('pst'), content })) ??
    fail('channel:empty')
  ctx.wake('post')
  return presentPost(em, row)
}
