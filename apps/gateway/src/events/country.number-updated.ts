import { on, sql } from '@posthorn/chassis'
import type { GatewayRuntime } from '../deps.ts'

/** Stores each number's country, for reading phones without country code. Ignores older versions. */
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
