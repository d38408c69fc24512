import { on, rowType, sql, statement, wordsOf } from '@posthorn/chassis'
import { type BusEvent, mayBeWord, wordOf } from '@posthorn/contracts'
import type { GroupsRuntime } from '../config.ts'

type MessageIn = BusEvent<'message:in'>

/** A person who left a number's channels. */
const leaverRow = rowType<MessageIn>({
  workspace_id: ['text', ({ workspace }) => workspace],
  number_id: ['text', ({ data }) => data.number],
  phone: ['text', ({ data }) => data.phone],
})

const channelsLeft = `join channel c on c.workspace_id = l.workspace_id and c.number_id = l.number_id`

const unsubscribe = statement(
  { leavers: leaverRow },
  ({ leavers }) => `update subscriber s set subscribed = false, by = 'word', opted_out_at = now()
     from ${leavers.as('l')} ${channelsLeft}
     where s.workspace_id = c.workspace_id and s.channel_id = c.id and s.id = l.phone and (s.subscribed or s.by = 'you')`,
)

/** A segment's members have no subscription, so leaving is recorded for each such channel of the number. */
const leaveSegments = statement(
  { leavers: leaverRow },
  ({ leavers }) => `insert into subscriber (workspace_id, channel_id, id, subscribed, by, opted_out_at)
     select distinct c.workspace_id, c.id, l.phone, false, 'word', now()
     from ${leavers.as('l')} ${channelsLeft} and c.segment_id is not null
     on conflict do nothing`,
)

/** Unsubscribes people who send a word such as STOP to a number from the number's channels. */
export const subscriberFromMessage = on<'message:in', GroupsRuntime>('message:in', async ({ tx, runtime, events }) => {
  const short = events.filter(({ data }) => data.phone && mayBeWord(data.message))
  if (short.length === 0) return
  const workspaces = short.map(({ workspace }) => workspace)
  const words = await wordsOf(tx.em, workspaces, { optOutWords: runtime.config.OPT_OUT_WORDS })
  const leavers = short.filter(({ workspace, data }) => words(workspace).optOutWords.has(wordOf(data.message ?? '')))
  if (leavers.length === 0) return
  await sql(tx.em, unsubscribe({ leavers }))
  await sql(tx.em, leaveSegments({ leavers }))
})
