import { on, sql } from '@posthorn/chassis'
import type { MessagingRuntime } from '../config.ts'
import { releaseQuietHours } from '../sending/claim/quiet-hours.sql.ts'
import { serializeQuietHours } from '../sending/claim/quiet-hours.ts'

/**
 * Stores the number data needed for sending. Ignores outdated versions. Resumes a resting queue, unless the number is now in error because
 * of a refusal that we reported.
 */
export const numberFromCredentials = on<'number:credentials', MessagingRuntime>(
  'number:credentials',
  async ({ tx, runtime, events }) => {
    for (const { workspace, data, aggregate } of events) {
      const { number, businessAccountId, ciphertext } = data
      const { phoneNumberId } = number
      const connected = ciphertext !== null && number.status !== 'disconnected'
      const [stored] = await sql(
        tx.em,
        `insert into known_number as n (workspace_id, id, version, provider, phone, name, is_default, connected, ciphertext, provider_ids)
       select $1, $2, $3, $4, f->>'phone', f->>'name', $5, $6, $7, f->'providerIds' from (select $8::jsonb as f) facts
       on conflict (workspace_id, id) do update set version = excluded.version, provider = excluded.provider, phone = excluded.phone,
         name = excluded.name, is_default = excluded.is_default, connected = excluded.connected, ciphertext = excluded.ciphertext,
         provider_ids = excluded.provider_ids
         where n.version < excluded.version
       returning 1`,
        [
          workspace,
          number.id,
          aggregate.version,
          number.provider,
          number.default,
          connected,
          ciphertext,
          JSON.stringify({ phone: number.phone, name: number.name, providerIds: { phoneNumberId, businessAccountId } }),
        ],
      )
      if (!stored) continue
      const rate = number.settings.ratePerSecond ?? runtime.config.NUMBER_RATE_PER_SECOND
      const [queue] = await sql<{ changed: boolean }>(
        tx.em,
        `with before as (select quiet_hours from number_queue where number_id = $1)
       insert into number_queue (number_id, workspace_id, connected, rate_per_second, quiet_hours) values ($1, $2, $3, $4, $6)
       on conflict (number_id) do update set connected = excluded.connected, rate_per_second = excluded.rate_per_second,
         quiet_hours = excluded.quiet_hours,
         blocked_until = case when $5 then number_queue.blocked_until end
       returning (select quiet_hours from before) is distinct from quiet_hours as changed`,
        [number.id, workspace, connected, rate, number.status === 'error', serializeQuietHours(number)],
      )
      if (queue?.changed) await releaseQuietHours(tx.em, number.id)
      if (number.default) {
        await sql(
          tx.em,
          'update known_number set is_default = false where workspace_id = $1 and id <> $2 and is_default',
          [workspace, number.id],
        )
      }
    }
    tx.wake('dispatch')
  },
)
