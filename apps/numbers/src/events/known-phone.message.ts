import { on, sql } from '@posthorn/chassis'
import type { NumbersRuntime } from '../config.ts'

/** A phone that is known stays as it is for so long, so that busy chats cost no write each message. */
const freshFor = `interval '1 day'`

/**
 * Learns from messages who is on the channel: who wrote or received something is, who could not be reached is not. A phone is
 * written down when that is news, or a day old.
 */
export const knownPhone = on<'message:in' | 'message:ack' | 'message:failed', NumbersRuntime>(
  ['message:in', 'message:ack', 'message:failed'],
  async ({ tx, events }) => {
    const latest = new Map<string, { workspace: string; phone: string; isThere: boolean; at: string }>()
    for (const { event, workspace, data, occurredAt: at } of events) {
      const phone = data.phone
      const failed = event === 'message:failed'
      if (!phone || (failed && data.error?.errorCode !== 'phone:undeliverable')) continue
      const key = `${workspace} ${phone}`
      if ((latest.get(key)?.at ?? '') <= at) latest.set(key, { workspace, phone, isThere: !failed, at })
    }
    const learned = [...latest.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row)
    if (learned.length === 0) return
    await sql(
      tx.em,
      `insert into known_phone as known (workspace_id, phone, is_there, learned_at)
       select * from unnest($1::text[], $2::text[], $3::boolean[], $4::timestamptz[])
       on conflict (workspace_id, phone) do update set is_there = excluded.is_there, learned_at = excluded.learned_at
       where known.learned_at < excluded.learned_at
         and (known.is_there <> excluded.is_there or known.learned_at < excluded.learned_at - ${freshFor})`,
      [
        learned.map(({ workspace }) => workspace),
        learned.map(({ phone }) => phone),
        learned.map(({ isThere }) => isThere),
        learned.map(({ at }) => at),
      ],
    )
  },
)
