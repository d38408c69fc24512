import type { Worker } from '@posthorn/chassis'
import { deleteOldUse } from '../access/auth/key-use.sql.ts'
import { deleteEnded } from '../access/sessions/session.sql.ts'
import { deleteUnused } from '../accounts/push/subscriptions.sql.ts'
import type { GatewayRuntime } from '../deps.ts'
import { limitsOf } from '../limits/limits.ts'
import { deleteFullBuckets } from '../limits/store.sql.ts'

export const endExpiredSessions: Worker<GatewayRuntime> = {
  name: 'end-sessions',
  pollMs: 600_000,
  async run({ db }) {
    return { worked: await deleteEnded(db.em()) }
  },
}

/** Ends the push subscriptions of browsers that are no longer used. */
export const endPushes: Worker<GatewayRuntime> = {
  name: 'end-pushes',
  pollMs: 3_600_000,
  async run({ db }) {
    return { worked: await deleteUnused(db.em()) }
  },
}

export const evictBuckets: Worker<GatewayRuntime> = {
  name: 'evict-buckets',
  pollMs: 600_000,
  async run({ db, config }) {
    const { perKey, perWorkspace } = limitsOf(config)
    return { worked: await deleteFullBuckets(db, [perKey, perWorkspace]) }
  },
}

export const evictUse: Worker<GatewayRuntime> = {
  name: 'evict-use',
  pollMs: 3_600_000,
  async run({ db }) {
    return { worked: await deleteOldUse(db.em()) }
  },
}
