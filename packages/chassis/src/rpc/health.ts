import { sql } from '../db/sql.ts'
import type { Runtime } from '../runtime.ts'
import type { Health } from './server.ts'

/** Health of a service: ready while Postgres answers, until `drain` says that it ends. */
export function healthOf(runtime: Runtime): Health & { drain(): void } {
  let draining = false
  return {
    drain: () => {
      draining = true
    },
    async ready() {
      if (draining) return { ready: false, reasons: ['draining'] }
      const reachable = await sql(runtime.db.em(), 'select 1').then(
        () => true,
        () => false,
      )
      const since = runtime.quarantine.known()?.toISOString()
      const resting = since ? [`nothing is sent: Postgres was restored, quarantine since ${since}`] : []
      return { ready: reachable, reasons: reachable ? resting : ['Postgres cannot be reached'] }
    },
  }
}
