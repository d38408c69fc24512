import type { Verb } from '@posthorn/chassis'
import { type groups, refuseLimited } from '@posthorn/contracts'
import type { GroupsRuntime } from '../config.ts'
import { announceChannel } from './announce.ts'
import { findChannel } from './find.ts'
import { presentChannel } from './present.ts'
import { findSegment } from './segment.ts'

/** Changes name, description and audience of a channel. */
export const update: Verb<typeof groups.channels.update, GroupsRuntime> = async ({ ctx, input }) => {
  const row = await findChannel(ctx, input.id)
  if (input.name !== undefined) row.name = input.name
  if (input.description !== undefined) row.description = input.description
  if (input.segment) refuseLimited(ctx.call)
  if (input.segment !== undefined) row.segmentId = await findSegment(ctx.em, input.segment)
  row.updatedAt = new Date()
  row.version += 1
  await ctx.em.flush()
  announceChannel(ctx, row)
  return presentChannel(ctx.em, row)
}
