import type { VerbContext } from '@posthorn/chassis'
import type { ChannelRow } from '../entities/channel.ts'

/** Announces that a channel was created, changed or deleted. */
export function announceChannel(
  ctx: Pick<VerbContext, 'emit'>,
  { id, numberId: number, name, version }: Pick<ChannelRow, 'id' | 'numberId' | 'name' | 'version'>,
  { deleted = false }: { deleted?: boolean } = {},
): void {
  ctx.emit({ kind: 'channel:updated', data: { id, number, name, deleted }, aggregate: { id, version } })
}
