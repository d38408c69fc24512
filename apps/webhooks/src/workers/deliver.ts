import { faultPoint, type Worker } from '@posthorn/chassis'
import type { WebhooksRuntime } from '../config.ts'
import { claimJobs } from '../delivery/claim.sql.ts'

/** Starts the attempts that are due, by lanes, as far as there is room; never waits for one. Completions wake it. */
export const deliver: Worker<WebhooksRuntime> = {
  name: 'deliver',
  pollMs: 1_000,
  outward: true,
  async run(runtime) {
    const { dispatcher } = runtime.deps
    const limit = dispatcher.free()
    if (limit <= 0) return { worked: 0 }
    const { jobs, nextDueMs, clockMs } = await claimJobs(runtime, {
      limit,
      after: dispatcher.lastLane,
      standings: dispatcher.standings(),
    })
    dispatcher.clock.set(clockMs)
    if (jobs.length > 0) faultPoint('jobs.claimed', runtime.name)
    for (const job of jobs) dispatcher.start(job)
    dispatcher.lastLane = jobs.at(-1)?.endpointId ?? dispatcher.lastLane
    // Less than asked for was all that had room: new events and completions that make room wake this loop.
    const worked = jobs.length === limit ? jobs.length : 0
    return { worked, ...(nextDueMs === null ? {} : { nextInMs: Math.ceil(nextDueMs) }) }
  },
}
