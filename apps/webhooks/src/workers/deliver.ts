import type { Worker } from '@posthorn/chassis'
import type { WebhooksRuntime } from '../config.ts'
import { claimJobs } from '../delivery/claim.sql.ts'

/** Starts the attempts that are due, by lanes, as far as there is room; never waits for one. Completions wake it. */
export const deliver: Worker<WebhooksRuntime> = {
  name: 'deliver',
  pollMs: 1_000,
  async run(runtime) {
    const { dispatcher } = runtime.deps
    const limit = dispatcher.free()
    if (limit <= 0) return { worked: 0 }
    const { jobs, nextDueMs } = await claimJobs(runtime, { limit, after: dispatcher.lastLane })
    for (const job of jobs) dispatcher.start(job)
    const last = jobs.at(-1)
    if (last) {
      dispatcher.lastLane = last.endpointId
      return { worked: jobs.length }
    }
    return { worked: 0, ...(nextDueMs === null ? {} : { nextInMs: Math.ceil(nextDueMs) }) }
  },
}
