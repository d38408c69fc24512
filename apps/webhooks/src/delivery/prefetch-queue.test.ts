import { describe, expect, it } from 'vitest'
import type { ClaimedJob } from './claim.sql.ts'
import { PrefetchQueue } from './prefetch-queue.ts'

const leaseMs = 30_000

function createQueue({ inFlightMax = 100 } = {}) {
  const started: string[] = []
  const returned: string[][] = []
  let wakes = 0
  const queue = new PrefetchQueue({
    attemptMsMax: 20_000,
    inFlightMax,
    prefetchMs: 100,
    start: ({ job }) => void started.push(job.deliveryId),
    returnJobs: (jobs) => void returned.push(jobs.map(({ deliveryId }) => deliveryId)),
    wake: () => void (wakes += 1),
  })
  const job = (n: number, endpointId = 'e', workspaceId = 'w') =>
    ({ deliveryId: `${n}`, endpointId, workspaceId, inFlightMax: 2 }) as ClaimedJob
  /** Adds a workspace's jobs to new endpoints, two per endpoint. Returns how many started. */
  const flood = (workspaceId: string, count: number) => {
    const before = started.length
    for (let n = 0; n < count; n++) {
      const flooding = job(n, `${workspaceId} ${Math.floor(n / 2)}`, workspaceId)
      queue.add({ job: { ...flooding, deliveryId: `${workspaceId} ${n}` }, leaseEndsMs: performance.now() + leaseMs })
    }
    return started.length - before
  }
  const add = (n: number, leftMs = leaseMs, endpointId = 'e') =>
    queue.add({ job: job(n, endpointId), leaseEndsMs: performance.now() + leftMs })
  return { queue, add, job, flood, started, returned, wakes: () => wakes }
}

describe('prefetched jobs', () => {
  it('start as far as their endpoint has free places, the next when one has ended, in their order', () => {
    const { queue, add, job, started } = createQueue()
    for (const n of [1, 2, 3, 4]) add(n)
    expect(started).toEqual(['1', '2'])
    queue.finish(job(2), 5)
    expect(started).toEqual(['1', '2', '3'])
    expect(queue.computeCapacity().loads).toMatchObject([{ endpointId: 'e', leased: 4 }])
    queue.release(job(2))
    expect(queue.countFree()).toBe(300 - 3)
  })

  it('are as many as the receiver takes in a tenth of a second, beside those in flight or to be recorded, and none before it has answered or after it failed', () => {
    const { queue, add, job } = createQueue()
    const allowed = () => queue.computeCapacity().loads[0]?.leasedMax
    for (const n of [1, 2, 3]) add(n)
    expect(allowed()).toBe(0)
    queue.finish(job(1), 20)
    expect(allowed()).toBe(2 + 10 + 1)
    queue.finish(job(2), 20_000)
    expect(allowed()).toBe(2 + 0 + 2)
    queue.finish(job(3), null)
    expect(allowed()).toBe(0)
    add(4)
    queue.finish(job(4), 0)
    expect(allowed()).toBe(2 + 100 + 4)
  })

  it('are claimed once all have started, if the claim left more', () => {
    const { queue, job, wakes } = createQueue()
    const add = (n: number, hasMore: boolean) =>
      queue.add({ job: { ...job(n), hasMore }, leaseEndsMs: performance.now() + leaseMs })
    for (const n of [1, 2, 3]) add(n, true)
    queue.finish(job(1), 20)
    expect(wakes()).toBe(1)
    queue.finish(job(2), 20)
    expect(wakes()).toBe(1)
    for (const n of [4, 5]) add(n, true)
    queue.finish(job(3), 20)
    expect(wakes()).toBe(2)
    add(6, false)
    queue.finish(job(4), 20)
    expect(wakes()).toBe(2)
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
    expect(queue.countFree()).toBe(300)
  })

  it('stay and are as many as before after an attempt that failed before its request', () => {
    const { queue, add, job, started, returned } = createQueue()
    for (const n of [1, 2, 3, 4]) add(n)
    queue.finish(job(1), 20)
    const allowed = () => queue.computeCapacity().loads[0]?.leasedMax ?? 0
    const before = allowed()
    queue.finish(job(2), undefined)
    expect([started, returned]).toEqual([['1', '2', '3', '4'], []])
    // One more that waits to be recorded.
    expect(allowed()).toBe(before + 1)
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

  it('of a workspace are in flight in a quarter of the places, and there is a place for one that has none', () => {
    const { queue, flood, started } = createQueue({ inFlightMax: 200 })
    expect(flood('a', 150)).toBe(50)
    expect(flood('b', 150)).toBe(50)
    for (const other of ['c', 'd', 'e', 'f', 'g']) expect(flood(other, 100)).toBeGreaterThan(0)
    expect(started.length).toBeLessThanOrEqual(200)
    const ended = started.find((id) => id.startsWith('a ')) ?? ''
    const endpoint = `a ${Math.floor(Number(ended.slice(2)) / 2)}`
    const before = started.length
    queue.finish({ deliveryId: ended, endpointId: endpoint, workspaceId: 'a' } as ClaimedJob, 20)
    // The freed slot goes to the workspace with the fewest attempts in flight.
    expect(started.length).toBe(before + 1)
    expect(started.at(-1)).toMatch(/^g /)
  })

  it('of a workspace are leased in a quarter of the places, and the loop wakes when one is free again', () => {
    const { queue, flood, wakes } = createQueue({ inFlightMax: 200 })
    const ofWorkspace = (workspaceId: string, count: number) =>
      Array.from({ length: count }, (_, n) => ({ workspaceId, endpointId: `${workspaceId} ${n}` }))
    const { granted, release } = queue.reserve(ofWorkspace('a', 400))
    expect(granted.filter((isGranted) => isGranted)).toHaveLength(150)
    expect(queue.computeCapacity().shares).toMatchObject([{ workspaceId: 'a', free: 0, slowFree: 25 }])
    expect(queue.computeCapacity().newcomer).toMatchObject({ free: 150 })
    release()
    flood('a', 150)
    expect(wakes()).toBe(0)
    queue.finish({ deliveryId: 'a 0', endpointId: 'a 0', workspaceId: 'a' } as ClaimedJob, 5)
    queue.release({ deliveryId: 'a 0', endpointId: 'a 0', workspaceId: 'a' } as ClaimedJob)
    expect(wakes()).toBe(1)
  })

  it('of receivers that were slow lately are in flight in half of the places, of whatever workspaces', () => {
    const { queue, flood, started } = createQueue({ inFlightMax: 80 })
    const workspaces = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']
    for (const workspace of workspaces) flood(workspace, 30)
    for (let ended = 0; ended < started.length && ended < 1_000; ended++) {
      const [workspaceId = '', n] = (started[ended] ?? '').split(' ')
      const endpointId = `${workspaceId} ${Math.floor(Number(n) / 2)}`
      queue.finish({ deliveryId: started[ended], endpointId, workspaceId } as ClaimedJob, 13_000)
      queue.release({ deliveryId: started[ended], endpointId, workspaceId } as ClaimedJob)
    }
    const before = started.length
    for (const workspace of workspaces) flood(workspace, 30)
    expect(started.length - before).toBeGreaterThan(30)
    expect(started.length - before).toBeLessThanOrEqual(40)
    expect(flood('healthy', 20)).toBe(20)
  })
})
