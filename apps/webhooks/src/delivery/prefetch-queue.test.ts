import { describe, expect, it } from 'vitest'
import type { ClaimedJob } from './claim.sql.ts'
import { PrefetchQueue } from './prefetch-queue.ts'

const leaseMs = 30_000

/** A queue with records of the jobs it started and returned. */
function createQueue({ inFlightMax = 100 } = {}) {
  const started: string[] = []
  const returned: string[][] = []
  const queue = new PrefetchQueue({
    attemptMsMax: 20_000,
    inFlightMax,
    prefetchMs: 100,
    start: ({ job }) => void started.push(job.deliveryId),
    returnJobs: (jobs) => void returned.push(jobs.map(({ deliveryId }) => deliveryId)),
  })
  const job = (n: number, endpointId = 'e') => ({ deliveryId: `${n}`, endpointId, inFlightMax: 2 }) as ClaimedJob
  const add = (n: number, leftMs = leaseMs, endpointId = 'e') =>
    queue.add({ job: job(n, endpointId), leaseEndsMs: performance.now() + leftMs })
  return { queue, add, job, started, returned }
}

describe('prefetched jobs', () => {
  it('start as far as their endpoint has free places, the next when one has ended, in their order', () => {
    const { queue, add, job, started } = createQueue()
    for (const n of [1, 2, 3, 4]) add(n)
    expect(started).toEqual(['1', '2'])
    queue.finish(job(2), 5)
    expect(started).toEqual(['1', '2', '3'])
    expect(queue.listLoads()).toMatchObject([{ endpointId: 'e', leased: 4 }])
    queue.release(job(2))
    expect(queue.countLeased()).toBe(3)
  })

  it('are as many as the receiver takes in a tenth of a second, and none before it has answered or after it failed', () => {
    const { queue, add, job } = createQueue()
    const allowed = () => queue.listLoads()[0]?.prefetchMax
    for (const n of [1, 2, 3]) add(n)
    expect(allowed()).toBe(0)
    queue.finish(job(1), 20)
    expect(allowed()).toBe(10)
    queue.finish(job(2), 20_000)
    expect(allowed()).toBe(0)
    queue.finish(job(3), null)
    expect(allowed()).toBe(0)
    add(4)
    queue.finish(job(4), 0)
    expect(allowed()).toBe(100)
  })

  it('are returned when the receiver fails, when the process ends, and when their lease is too short for an attempt', () => {
    const { queue, add, job, started, returned } = createQueue()
    for (const n of [1, 2, 3, 4]) add(n)
    queue.finish(job(1), null)
    expect(returned).toEqual([['3', '4']])
    for (const n of [5, 6]) add(n)
    queue.returnWaiting()
    expect(returned[1]).toEqual(['6'])
    add(7, 19_999)
    queue.finish(job(2), 5)
    expect(returned[2]).toEqual(['7'])
    expect(started).toEqual(['1', '2', '5'])
    for (const n of [1, 2, 5]) queue.release(job(n))
    expect(queue.countLeased()).toBe(0)
  })

  it('never are more in flight than the process allows, and an endpoint without any comes before one that has some', () => {
    const { queue, add, job, started } = createQueue({ inFlightMax: 3 })
    for (const n of [1, 2, 3]) add(n)
    for (const n of [11, 12]) add(n, leaseMs, 'other')
    add(21, leaseMs, 'third')
    expect(started).toEqual(['1', '2', '11'])
    queue.finish(job(1), 5)
    expect(started.slice(3)).toEqual(['21'])
    queue.finish(job(21, 'third'), 5)
    queue.finish(job(11, 'other'), null)
    expect(started.slice(4)).toEqual(['3'])
  })
})
