import { forWorkspace, on, type Tx } from '@posthorn/chassis'
import { type BusEvent, type EventData, newId } from '@posthorn/contracts'
import type { GroupsRuntime } from '../config.ts'
import { Channel } from '../entities/channel.ts'
import { startPost } from '../posts/start.ts'

/** Creates a post from a message to a channel. */
export const postFromRequest = on<'post:requested', GroupsRuntime>('post:requested', async ({ tx, events }) => {
  for (const event of events) await take(tx, event)
})

async function take(tx: Tx, { workspace, data }: BusEvent<'post:requested'>): Promise<void> {
  const { post, channel: channelId, content } = data
  const em = forWorkspace(tx.em, workspace)
  const refuse = (errorCode: EventData<'post:refused'>['errorCode']) =>
    tx.emit({ kind: 'post:refused', workspace, data: { post, errorCode }, aggregate: { id: newId('evt'), version: 1 } })
  const channel = await em.findOne(Channel, { id: channelId })
  if (!channel) return void refuse('channel:not_found')
  if (!(await startPost({ em, emit: tx.emit }, { channel, id: post, content }))) return void refuse('channel:empty')
  tx.wake('post')
}
