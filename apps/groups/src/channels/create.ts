import type { PreparedVerb } from '@posthorn/chassis'
import { type groups, newId, refuseLimited } from '@posthorn/contracts'
import type { GroupsRuntime } from '../config.ts'
import { Channel } from '../entities/channel.ts'
import { awaitFreshNumber, findConnectedNumber } from '../groups/number.ts'
import { announceChannel } from './announce.ts'
import { presentChannel } from './present.ts'
import { findSegment } from './segment.ts'

/** Creates a channel of a number, for subscribers or for a segment. */
export const create: PreparedVerb<typeof groups.channels.create, GroupsRuntime, void> = {
  prepare: ({ ctx, input }) => awaitFreshNumber(ctx.em, input.number),
  async run({ ctx, input }) {
    const { em, workspace: workspaceId } = ctx
    const { id: numberId } = await findConnectedNumber(ctx, input.number)
    const now = new Date()
    if (input.segment) refuseLimited(ctx.call)
    const segmentId = await findSegment(em, input.segment)
    const about = { name: input.name, description: input.description ?? null, createdAt: now, updatedAt: now }
    const row = em.create(Channel, { workspaceId, id: newId('chn'), numberId, segmentId, ...about })
    await em.flush()
    announceChannel(ctx, row)
    return presentChannel(em, row)
  },
}
