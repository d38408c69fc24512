import { forWorkspace, on, type Tx } from '@posthorn/chassis'
import { type BusEvent, type EventData, newId } from '@posthorn/contracts'
import type { GroupsRuntime } from '../config.ts'
import { Channel } from '../entities/channel.ts'
import { makePost } from '../posts/make.ts'

/** A message to a channel becomes a post. */
export const postFromWanted = on<'post:wanted', GroupsRuntime>('post:wanted', async ({ tx, events }) => {
  for (const event of events) await take(tx, event)
})

async function take(tx: Tx, { workspace, data: { post, channel, content } }: BusEvent<'post:wanted'>): Promise<void> {
  const em = forWorkspace(tx.em, workspace)
  const refuse = (errorCode: EventData<'post:refused'>['errorCode']) =>
    tx.emit({ kind: 'post:refused', workspace, data: { post, errorCode }, aggregate: { id: newId('evt'), version: 1 } })
  const row = await em.findOne(Channel, { id: channel })
  if (!row) return void refuse('channel:not_found')
  const made = await makePost({ em, emit: tx.emit }, { channel: row, id: post, content })
  if (!made) return void refuse('channel:empty')
  tx.wake('post')
}
