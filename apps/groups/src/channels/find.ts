import type { VerbContext } from '@posthorn/chassis'
import { fail } from '@posthorn/contracts'
import { Channel, type ChannelRow } from '../entities/channel.ts'
import { ofNumbers } from '../groups/present.ts'

/** A channel the caller may see; `channel:not_found` for any other. */
export async function findChannel(ctx: Pick<VerbContext, 'em' | 'call'>, id: string): Promise<ChannelRow> {
  return (await ctx.em.findOne(Channel, { id, ...ofNumbers(ctx.call) })) ?? fail('channel:not_found')
}
