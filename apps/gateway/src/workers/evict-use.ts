import type { Worker } from '@posthorn/chassis'
import { deleteOldUse } from '../access/auth/key-use.sql.ts'
import type { GatewayRuntime } from '../deps.ts'

/** Deletes counts of the use of keys that are over. */
export const evictUse: Worker<GatewayRuntime> = {
  name: 'evict-use',
  pollMs: 3_600_000,
  async run({ db }) {
    return { worked: await deleteOldUse(db.em()) }
  },
}
