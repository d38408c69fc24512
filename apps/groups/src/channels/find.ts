import type { VerbContext } from '@posthorn/chassis'
import { failUnknown } from '@posthorn/contracts'
import { Channel, type ChannelRow } from '../entities/channel.ts'

/** A channel the caller may see, which the path or a field of the request names. */
export async function findChannel({ em }: Pick<VerbContext, 'em'>, id: string, field?: string): Promise<ChannelRow> {
  return (await em.findOne(Channel, { id })) ?? failUnknown('channel:not_found', field)
}
