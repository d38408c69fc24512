import { on, sql } from '@posthorn/chassis'
import type { GroupsRuntime } from '../config.ts'

/** Stores what provider calls need for each number. Ignores older versions. */
export const numberFromCredentials = on<'number:credentials', GroupsRuntime>(
  'number:credentials',
  async ({ tx, events }) => {
    for (const { workspace, data, aggregate } of events) {
      await sql(
        tx.em,
        `insert into known_number as n (workspace_id, id, provider, ciphertext, version) values ($1, $2, $3, $4, $5)
         on conflict (workspace_id, id) do update
           set provider = excluded.provider, ciphertext = excluded.ciphertext, version = excluded.version
           where n.version < excluded.version`,
        [workspace, data.number.id, data.number.provider, data.ciphertext, aggregate.version],
      )
    }
    tx.wake('create')
  },
)
