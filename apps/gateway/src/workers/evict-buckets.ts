import type { Worker } from '@posthorn/chassis'
import type { GatewayRuntime } from '../deps.ts'
import { limitsOf } from '../limits/limits.ts'
import { deleteFullBuckets } from '../limits/store.sql.ts'

/** Deletes shared buckets of callers that have not called for long. */
export const evictBuckets: Worker<GatewayRuntime> = {
  name: 'evict-buckets',
  pollMs: 600_000,
  async run({ db, config }) {
    const { perKey, perWorkspace } = limitsOf(config)
    return { worked: await deleteFullBuckets(db, [perKey, perWorkspace]) }
  },
}
