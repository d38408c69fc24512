import type { Verb } from '@posthorn/chassis'
import type { groups } from '@posthorn/contracts'
import type { GroupsRuntime } from '../config.ts'
import { announceChannel } from './announce.ts'
import { findChannel } from './find.ts'

/** Deletes a channel with its subscribers and posts. */
export const remove: Verb<typeof groups.channels.remove, GroupsRuntime> = async ({ ctx, input }) => {
  const row = await findChannel(ctx, input.id)
  ctx.em.remove(row)
  await ctx.em.flush()
  announceChannel(ctx, { ...row, version: row.version + 1 }, { deleted: true })
  return { id: row.id, deleted: true }
}
