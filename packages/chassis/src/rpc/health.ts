import { sql } from '../db/sql.ts'
import type { Runtime } from '../runtime.ts'
import type { Health } from './server.ts'

/** A full stream takes no event; what happens waits in the outboxes until the slowest service has acknowledged. */
const nearlyFull = 0.9

function busNearlyFull({ bus }: Runtime): string[] {
  const { fill = 0, slowest } = bus.stream.lastRead() ?? {}
  if (fill < nearlyFull) return []
  return [
    `the stream of events is ${Math.floor(fill * 100)} % full: ${slowest ?? 'a service'} has not acknowledged its events`,
  ]
}

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
      const limits = [...resting, ...busNearlyFull(runtime)]
      return { ready: reachable, reasons: reachable ? limits : ['Postgres cannot be reached'] }
    },
  }
}
