import { describe, expect, it } from 'vitest'
import { Ahead } from './ahead.ts'
import type { ClaimedJob } from './claim.sql.ts'

const leaseMs = 30_000

/** A dispatcher's lanes, with what they started and what they gave back. */
function lanes({ inFlightMax = 100 } = {}) {
  const started: string[] = []
  const given: string[][] = []
  const ahead = new Ahead({
    attemptMsMax: 20_000,
    inFlightMax,
    start: ({ job }) => void started.push(job.deliveryId),
    giveBack: (jobs) => void given.push(jobs.map(({ deliveryId }) => deliveryId)),
  })
  const job = (n: number, endpointId = 'e') => ({ deliveryId: `${n}`, endpointId, inFlightMax: 2 }) as ClaimedJob
  const add = (n: number, leftMs = leaseMs, endpointId = 'e') =>
    ahead.add({ job: job(n, endpointId), leaseEndsMs: performance.now() + leftMs })
  return { ahead, add, job, started, given }
}

describe('jobs claimed ahead', () => {
  it('start as far as their endpoint has room, the next when one has ended, in their order', () => {
    const { ahead, add, job, started } = lanes()
    for (const n of [1, 2, 3, 4]) add(n)
    expect(started).toEqual(['1', '2'])
    ahead.ended(job(2), 5)
    expect(started).toEqual(['1', '2', '3'])
    expect(ahead.standings()).toMatchObject([{ endpointId: 'e', held: 4 }])
    ahead.recorded(job(2))
    expect(ahead.held()).toBe(3)
  })

  it('are as many as the receiver takes in a tenth of a second, and none before it has answered or after it failed', () => {
    const { ahead, add, job } = lanes()
    const allowed = () => ahead.standings()[0]?.ahead
    for (const n of [1, 2, 3]) add(n)
    expect(allowed()).toBe(0)
    ahead.ended(job(1), 20)
    expect(allowed()).toBe(10)
    ahead.ended(job(2), 20_000)
    expect(allowed()).toBe(0)
    ahead.ended(job(3), null)
    expect(allowed()).toBe(0)
    add(4)
    ahead.ended(job(4), 0)
    expect(allowed()).toBe(100)
  })

  it('go back when the receiver fails, when the process ends, and when their lease is too short for an attempt', () => {
    const { ahead, add, job, started, given } = lanes()
    for (const n of [1, 2, 3, 4]) add(n)
    ahead.ended(job(1), null)
    expect(given).toEqual([['3', '4']])
    for (const n of [5, 6]) add(n)
    ahead.giveBack()
    expect(given[1]).toEqual(['6'])
    add(7, 19_999)
    ahead.ended(job(2), 5)
    expect(given[2]).toEqual(['7'])
    expect(started).toEqual(['1', '2', '5'])
    for (const n of [1, 2, 5]) ahead.recorded(job(n))
    expect(ahead.held()).toBe(0)
  })

  it('never are more in flight than the process allows, and an endpoint without any comes before one that has some', () => {
    const { ahead, add, job, started } = lanes({ inFlightMax: 3 })
    for (const n of [1, 2, 3]) add(n)
    for (const n of [11, 12]) add(n, leaseMs, 'other')
    add(21, leaseMs, 'third')
    expect(started).toEqual(['1', '2', '11'])
    ahead.ended(job(1), 5)
    expect(started.slice(3)).toEqual(['21'])
    ahead.ended(job(21, 'third'), 5)
    ahead.ended(job(11, 'other'), null)
    expect(started.slice(4)).toEqual(['3'])
  })
})
