import { faultPoint, type Worker } from '@posthorn/chassis'
import type { WebhooksRuntime } from '../config.ts'
import { claimJobs, leaseMs } from '../delivery/claim.sql.ts'

/** Starts due attempts for this process's shards while there is capacity. Never waits for an attempt; completions wake the loop. */
export const deliver: Worker<WebhooksRuntime> = {
  name: 'deliver',
  pollMs: 1_000,
  outward: true,
  sharded: true,
  async run(runtime) {
    const { dispatcher } = runtime.deps
    const shards = runtime.shards.owned()
    if (dispatcher.countFree() <= 0 || shards.length === 0) return { worked: 0 }
    const leaseEndsMs = performance.now() + leaseMs
    const { jobs, limit, nextDueMs, clockMs } = await claimJobs(runtime, {
      after: dispatcher.lastEndpoint,
      shards,
      // Computed under the lock, because new deliveries may have taken slots in the meantime.
      capacity: () => dispatcher.computeCapacity(),
    })
    dispatcher.clock.set(clockMs)
    if (jobs.length > 0) faultPoint('jobs.claimed', runtime.name)
    for (const job of jobs) dispatcher.start(job, leaseEndsMs)
    dispatcher.lastEndpoint = jobs.at(-1)?.endpointId ?? dispatcher.lastEndpoint
    // If there were fewer jobs than the limit, nothing more can be leased now. New events and completions wake this loop.
    const worked = jobs.length === limit ? jobs.length : 0
    return { worked, ...(nextDueMs === null ? {} : { nextInMs: Math.ceil(nextDueMs) }) }
  },
}
