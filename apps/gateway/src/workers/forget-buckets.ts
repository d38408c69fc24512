import type { Worker } from '@posthorn/chassis'
import type { GatewayRuntime } from '../deps.ts'
import { limitsOf } from '../limits/limits.ts'
import { forgetFullBuckets } from '../limits/store.sql.ts'

/** Forgets joint buckets of callers that have not called for long. */
export const forgetBuckets: Worker<GatewayRuntime> = {
  name: 'forget-buckets',
  pollMs: 600_000,
  async run({ db, config }) {
    const { perKey, perWorkspace } = limitsOf(config)
    return { worked: await forgetFullBuckets(db, [perKey, perWorkspace]) }
  },
}
