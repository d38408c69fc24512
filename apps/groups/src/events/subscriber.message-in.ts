import type { EntityManager } from '@mikro-orm/postgresql'
import { on, sql } from '@posthorn/chassis'
import type { BusEvent } from '@posthorn/contracts'
import type { GroupsRuntime } from '../config.ts'

/** Who writes a word such as STOP to a number leaves the channels of that number. */
export const subscriberFromMessage = on<'message:in', GroupsRuntime>('message:in', async ({ tx, runtime, events }) => {
  const words = new Set(runtime.config.OPT_OUT_WORDS)
  const left = events.filter(({ data }) => data.phone && words.has(wordOf(data.message ?? '')))
  if (left.length === 0) return
  await sql(
    tx.em,
    `update subscriber s set subscribed = false, by = 'word', opted_out_at = now()
     from unnest($1::text[], $2::text[], $3::text[]) as l (workspace_id, number_id, phone)
     join channel c on c.workspace_id = l.workspace_id and c.number_id = l.number_id
     where s.workspace_id = c.workspace_id and s.channel_id = c.id and s.id = l.phone and (s.subscribed or s.by = 'you')`,
    [
      left.map(({ workspace }) => workspace),
      left.map(({ data }) => data.number),
      left.map(({ data }) => data.phone ?? ''),
    ],
  )
  await leaveSegments(tx.em, left)
})

/** Who fits a segment is subscribed nowhere: that they left is noted for each channel of the number that has one. */
async function leaveSegments(em: EntityManager, left: BusEvent<'message:in'>[]): Promise<void> {
  await sql(
    em,
    `insert into subscriber (workspace_id, channel_id, id, subscribed, by, opted_out_at)
     select distinct c.workspace_id, c.id, l.phone, false, 'word', now()
     from unnest($1::text[], $2::text[], $3::text[]) as l (workspace_id, number_id, phone)
     join channel c on c.workspace_id = l.workspace_id and c.number_id = l.number_id and c.segment_id is not null
     on conflict do nothing`,
    [
      left.map(({ workspace }) => workspace),
      left.map(({ data }) => data.number),
      left.map(({ data }) => data.phone ?? ''),
    ],
  )
}

/** A message as one word: without case, and without what people put around it. */
function wordOf(message: string): string {
  return message.toUpperCase().replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '')
}
