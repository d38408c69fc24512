import { describe, expect, it } from 'vitest'
import { createQueueCapacity } from './queue-capacity.ts'

/** Creates a queue with 300 slots and a fake clock. `committed` is the value that a count returns. */
function queue() {
  const at = { ms: 1_000_000, committed: 0 }
  const capacity = createQueueCapacity(300, () => at.ms)
  const admit = async (calls: number) => {
    const hasCapacity = await capacity.reserve(['ws'], async () => new Map([['ws', at.committed]]))
    return Array.from({ length: calls }, () => hasCapacity('ws')).filter(Boolean).length
  }
  return { at, admit }
}

describe('the capacity of a queue', () => {
  it('is not given twice, though a count misses what another transaction has accepted and not committed', async () => {
    const { at, admit } = queue()
    expect(await admit(150)).toBe(150)
    at.ms += 900
    expect(await admit(160)).toBe(150)
    at.ms += 200
    at.committed = 200
    expect(await admit(100)).toBe(0)
  })

  it('is not given twice to those who look at the same moment', async () => {
    const { admit } = queue()
    const given = await Promise.all([admit(200), admit(200)])
    expect(given).toEqual([200, 100])
  })

  it('is seen again within two counts of messages having left', async () => {
    const { at, admit } = queue()
    expect(await admit(300)).toBe(300)
    at.committed = 290
    at.ms += 1_001
    await admit(20)
    at.ms += 1_001
    expect(await admit(20)).toBe(10)
  })

  it('is counted every second once the queue is half full, and every 10 seconds before', async () => {
    const at = { ms: 1_000_000 }
    const capacity = createQueueCapacity(300, () => at.ms)
    let counts = 0
    const admit = async (calls: number) => {
      const hasCapacity = await capacity.reserve(['ws'], async () => new Map([['ws', (counts += 1)]]))
      for (let i = 0; i < calls; i++) hasCapacity('ws')
    }
    await admit(100)
    for (; at.ms < 1_010_000; at.ms += 1_001) await admit(1)
    expect(counts).toBe(1)
    await admit(200)
    for (; at.ms < 1_015_000; at.ms += 1_001) await admit(200)
    expect(counts).toBe(6)
  })

  it('does not shrink under steady load that leaves as fast as it comes', async () => {
    const { at, admit } = queue()
    let taken = 0
    for (let i = 0; i < 100; i++) {
      taken += await admit(20)
      at.ms += 500
    }
    expect(taken).toBe(2_000)
  })
})
