import { on, sql } from '@posthorn/chassis'
import type { GatewayRuntime } from '../deps.ts'

/** Stores the country of each number, in which phones beside it are read; a version older than the stored one changes nothing. */
export const countryFromNumber = on<'number:updated', GatewayRuntime>('number:updated', async ({ tx, events }) => {
  for (const { workspace, data, aggregate } of events) {
    await sql(
      tx.em,
      `insert into number_country as n (workspace_id, number_id, version, country) values ($1, $2, $3, $4)
       on conflict (workspace_id, number_id) do update set version = excluded.version, country = excluded.country
         where n.version < excluded.version`,
      [workspace, data.id, aggregate.version, data.settings.country ?? null],
    )
  }
})
