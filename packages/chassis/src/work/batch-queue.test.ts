import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { BatchQueue } from './batch-queue.ts'

const turn = () => new Promise((resolve) => setImmediate(resolve))

async function when(condition: () => boolean): Promise<void> {
  const end = performance.now() + 20_000
  while (!condition()) {
    if (performance.now() > end) throw new Error('the condition never came true')
    await turn()
  }
}

/** Creates a queue whose batches end when the test releases them. */
function pausedQueue(opts: Partial<ConstructorParameters<typeof BatchQueue<number>>[1]> = {}) {
  const batches: number[][] = []
  const paused: (() => void)[] = []
  const queue = new BatchQueue<number>(
    async (items) => {
      batches.push(items)
      await new Promise<void>((resolve) => paused.push(resolve))
    },
    { batchSizeMax: 100, concurrency: 1, ...opts },
  )
  return { queue, batches, release: () => paused.shift()?.() }
}

describe('a queue of batches', () => {
  it('begins at once when it is idle, with what has arrived together', async () => {
    const { queue, batches } = pausedQueue({ busyFrom: 2 })
    queue.push(1)
    queue.push(2)
    await turn()
    expect(batches).toEqual([[1, 2]])
  })

  it('begins at once after a batch to which less came than makes it busy', async () => {
    const { queue, batches, release } = pausedQueue({ busyFrom: 2 })
    queue.push(1)
    await when(() => batches.length === 1)
    queue.push(2)
    release()
    await turn()
    expect(batches).toEqual([[1], [2]])
  })

  it('waits for more when several came while a batch ran, and then begins by itself', async () => {
    const { queue, batches, release } = pausedQueue({ busyFrom: 2 })
    queue.push(1)
    await when(() => batches.length === 1)
    const until = performance.now() + 30
    await when(() => performance.now() > until)
    queue.push(2, 3)
    release()
    await turn()
    await turn()
    queue.push(4)
    expect(batches).toEqual([[1]])
    await when(() => batches.length === 2)
    expect(batches[1]).toEqual([2, 3, 4])
  })

  it('waits no longer once 100 are there', async () => {
    // With this setting, a batch that isn't full would wait for an hour.
    const { queue, batches } = pausedQueue({ idleWaitMs: 3_600_000 })
    for (let i = 0; i < 99; i++) queue.push(i)
    await turn()
    expect(batches).toEqual([])
    queue.push(99)
    await when(() => batches.length === 1)
    expect(batches[0]).toHaveLength(100)
  })

  it('begins nothing after it was stopped, and returns what it had not begun', async () => {
    const { queue, batches, release } = pausedQueue()
    queue.push(1)
    await when(() => batches.length === 1)
    queue.push(2, 3)
    const stopped = queue.stop()
    release()
    expect(await stopped).toEqual([2, 3])
    expect(batches).toEqual([[1]])
  })
})

const arrivals = fc.array(
  fc.record({ aggregate: fc.constantFrom('a', 'b', 'c'), size: fc.integer({ min: 1, max: 30 }), pause: fc.boolean() }),
  { minLength: 1, maxLength: 60 },
)
const limits = fc.record({
  batchSizeMax: fc.integer({ min: 1, max: 40 }),
  busyFrom: fc.option(fc.integer({ min: 1, max: 5 }), { nil: undefined }),
})

it('whatever arrives when: each item is worked on once, those of an aggregate in their order, in batches that are not too large', async () => {
  await fc.assert(
    fc.asyncProperty(arrivals, limits, async (items, { batchSizeMax, busyFrom }) => {
      const done: typeof items = []
      const batches: (typeof items)[] = []
      const queue = new BatchQueue<(typeof items)[number]>(
        async (batch) => {
          batches.push(batch)
          await turn()
          done.push(...batch)
        },
        { batchSizeMax, concurrency: 1, busyFrom, sizeOf: ({ size }) => size },
      )
      for (const item of items) {
        queue.push(item)
        if (item.pause) await turn()
      }
      await when(() => queue.isIdle)
      expect(done).toEqual(items)
      const sizes = batches.map((batch) => batch.reduce((sum, { size }) => sum + size, 0))
      const isTooLarge = (batch: typeof items, i: number) => batch.length > 1 && (sizes[i] ?? 0) > batchSizeMax
      expect(batches.filter(isTooLarge)).toEqual([])
    }),
    { numRuns: 60 },
  )
})
