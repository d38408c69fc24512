import type { VerbContext } from '@posthorn/chassis'
import { fail } from '@posthorn/contracts'
import { Channel, type ChannelRow } from '../entities/channel.ts'

/** A channel the caller may see; `channel:not_found` for any other. */
export async function findChannel({ em }: Pick<VerbContext, 'em'>, id: string): Promise<ChannelRow> {
  return (await em.findOne(Channel, { id })) ?? fail('channel:not_found')
}
