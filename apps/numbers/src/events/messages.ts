import { on, sql } from '@posthorn/chassis'
import type { NumbersRuntime } from '../config.ts'

/** Age at which a record is written again, so that busy chats don't cost a write for each message. */
const refreshAfter = `interval '1 day'`

/**
 * Records from messages which phones use WhatsApp: those that wrote or received one do, undeliverable ones don't. A record is written when this
 * changes, or when it is a day old.
 */
export const recordPhones = on<'message:in' | 'message:ack' | 'message:failed', NumbersRuntime>(
  ['message:in', 'message:ack', 'message:failed'],
  async ({ tx, events }) => {
    const latest = new Map<string, { workspace: string; phone: string; number: string; isThere: boolean; at: string }>()
    for (const { event, workspace, data, occurredAt: at } of events) {
      const { phone, number } = data
      const failed = event === 'message:failed'
      if (!phone || (failed && data.error?.errorCode !== 'phone:undeliverable')) continue
      const key = `${workspace} ${phone} ${number}`
      if ((latest.get(key)?.at ?? '') <= at) latest.set(key, { workspace, phone, number, isThere: !failed, at })
    }
    const records = [...latest.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row)
    if (records.length === 0) return
    await sql(
      tx.em,
      `insert into known_phone as known (workspace_id, phone, number_id, is_there, learned_at)
       select * from unnest($1::text[], $2::text[], $3::text[], $4::boolean[], $5::timestamptz[])
       on conflict (workspace_id, phone, number_id) do update set is_there = excluded.is_there, learned_at = excluded.learned_at
       where known.learned_at < excluded.learned_at
         and (known.is_there <> excluded.is_there or known.learned_at < excluded.learned_at - ${refreshAfter})`,
      [
        records.map(({ workspace }) => workspace),
        records.map(({ phone }) => phone),
        records.map(({ number }) => number),
        records.map(({ isThere }) => isThere),
        records.map(({ at }) => at),
      ],
    )
  },
)

/** Records the provider's ids of simulator numbers' messages, for simulations about them. */
export const recordSentMessage = on<'message:out', NumbersRuntime>('message:out', async ({ tx, events }) => {
  const messages = events.flatMap(({ workspace, data: { id, number, providerId } }) =>
    providerId && number ? [{ workspace, id, number, providerId }] : [],
  )
  if (messages.length === 0) return
  await sql(
    tx.em,
    `insert into sent_message (workspace_id, id, number_id, provider_id)
     select m.workspace_id, m.id, m.number_id, m.provider_id
     from unnest($1::text[], $2::text[], $3::text[], $4::text[]) as m (workspace_id, id, number_id, provider_id)
     join number n on n.workspace_id = m.workspace_id and n.id = m.number_id and n.provider = 'simulator'
     on conflict do nothing`,
    [
      messages.map(({ workspace }) => workspace),
      messages.map(({ id }) => id),
      messages.map(({ number }) => number),
      messages.map(({ providerId }) => providerId),
    ],
  )
})
