import { describe, expect, it } from 'vitest'
import { createLog } from '../log.ts'
import { createBatcher } from './batch-queue.ts'
import { backoffMs, type Loop, startLoop } from './loop.ts'

const log = createLog('test', 'silent')

async function when(condition: () => boolean): Promise<void> {
  const end = performance.now() + 5_000
  while (!condition()) {
    if (performance.now() > end) throw new Error('the condition never came true')
    await new Promise(setImmediate)
  }
}

describe('together', () => {
  it('shares a batch between items that arrive while another runs, answers each its own, and fails only the one that failed', async () => {
    const batches: number[][] = []
    let release = () => {}
    const gate = new Promise<void>((resolve) => {
      release = resolve
    })
    const double = createBatcher<number, number>(
      async (items) => {
        batches.push(items)
        if (batches.length === 1) await gate
        return items.map((item) =>
          item === 5 ? { ok: false, error: new Error('five') } : { ok: true, value: item * 2 },
        )
      },
      { batchSizeMax: 3, concurrency: 1 },
    )
    const first = double(1)
    await when(() => batches.length === 1)
    const rest = Promise.allSettled([2, 3, 4, 5].map((n) => double(n)))
    release()
    expect(await first).toBe(2)
    expect((await rest).map((r) => (r.status === 'fulfilled' ? r.value : 'failed'))).toEqual([4, 6, 8, 'failed'])
    expect(batches).toEqual([[1], [2, 3, 4], [5]])
  })

  it('fails every item of a batch whose work throws, and continues', async () => {
    let broken = true
    const echo = createBatcher<number, number>(
      async (items) => {
        if (broken) throw new Error('down')
        return items.map((value) => ({ ok: true, value }))
      },
      { batchSizeMax: 10, concurrency: 2 },
    )
    await expect(echo(1)).rejects.toThrow('down')
    broken = false
    expect(await echo(2)).toBe(2)
  })
})

describe('loop', () => {
  it('runs on while there is work, sleeps when there is none, and wakes at once', async () => {
    let work = 3
    let rounds = 0
    const loop: Loop = startLoop(
      {
        name: 'test',
        pollMs: 60_000,
        run: async () => {
          rounds += 1
          return { worked: work > 0 ? work-- : 0 }
        },
      },
      log,
    )
    await when(() => rounds === 4)
    work = 1
    loop.wake()
    await when(() => rounds === 6)
    await loop.stop()
  })

  it('begins after the first round of the loop that it follows, or at once when woken or when that round takes long', async () => {
    const begun: string[] = []
    const firstRound = Promise.withResolvers<void>()
    const start = (name: string, startsAfter?: Loop) => {
      const run = async () => {
        begun.push(name)
        if (name === 'first') await firstRound.promise
        return { worked: 0 }
      }
      return startLoop({ name, pollMs: 60_000, startsAfter, run }, log)
    }
    const first = start('first')
    const woken = start('woken', first)
    const waiting = start('waiting', first)
    const next = start('next', waiting)
    woken.wake()
    await woken.firstRound
    expect(begun).toEqual(['first', 'woken'])
    await next.firstRound
    expect(begun).toEqual(['first', 'woken', 'waiting', 'next'])
    firstRound.resolve()
    const stopped = start('stopped', start('slow', first))
    await Promise.all([first, woken, waiting, next, stopped].map((loop) => loop.stop()))
    expect(begun).not.toContain('stopped')
  })

  it('wake-ups while a round gathers share the next one, and stopping waits no longer', async () => {
    const rounds: number[] = []
    const run = async () => {
      rounds.push(performance.now())
      return { worked: 0, gatherMs: 80 }
    }
    const loop = startLoop({ name: 'test', pollMs: 60_000, run }, log)
    await when(() => rounds.length === 1)
    for (let i = 0; i < 5; i++) loop.wake()
    await when(() => rounds.length === 2)
    expect((rounds[1] ?? 0) - (rounds[0] ?? 0)).toBeGreaterThan(75)
    await loop.firstRound
    await loop.stop()
    expect(rounds).toHaveLength(2)
  })

  it('work is due when the round says, however long the round gathers', async () => {
    const begun: number[] = []
    const run = async () => {
      begun.push(performance.now())
      return { worked: 0, nextInMs: 100, gatherMs: begun.length === 1 ? 60_000 : 80 }
    }
    const loop = startLoop({ name: 'test', pollMs: 60_000, run }, log)
    await when(() => begun.length === 8)
    await loop.stop()
    const pauses = begun.slice(1).map((at, i) => at - (begun[i] ?? 0))
    // The shortest says what the loop waits for, also on a busy machine.
    expect(Math.min(...pauses)).toBeGreaterThan(95)
    expect(Math.min(...pauses)).toBeLessThan(175)
  })

  it('a wake-up during a round leads to another round', async () => {
    let rounds = 0
    const loop: Loop = startLoop(
      {
        name: 'test',
        pollMs: 60_000,
        run: async () => {
          rounds += 1
          if (rounds === 1) loop.wake()
          return { worked: 0 }
        },
      },
      log,
    )
    await when(() => rounds === 2)
    await loop.stop()
  })

  // The error for a refused connection to several addresses has an empty message.
  it.each(['down', ''])('logs once that it began to fail with "%s", and once that it works again', async (text) => {
    const lines: string[] = []
    const note = (level: string) => (_fields: unknown, message: string) => void lines.push(`${level} ${message}`)
    const loud = { debug: note('debug'), info: note('info'), warn: note('warn'), error: note('error') } as never
    let rounds = 0
    const loop = startLoop(
      {
        name: 'test',
        pollMs: 1,
        run: async () => {
          rounds += 1
          if (rounds <= 3) throw new Error(rounds < 3 ? text : 'otherwise')
          return { worked: 0 }
        },
      },
      loud,
    )
    await when(() => rounds >= 5)
    await loop.stop()
    expect(lines).toEqual(['error loop.failed', 'debug loop.failed', 'error loop.failed', 'info loop.recovered'])
  })

  it('survives a failing round', async () => {
    let rounds = 0
    const loop = startLoop(
      {
        name: 'test',
        pollMs: 1,
        run: async () => {
          rounds += 1
          if (rounds === 1) throw new Error('once')
          return { worked: 0 }
        },
      },
      log,
    )
    await when(() => rounds >= 2)
    await loop.stop()
  })
})

describe('backoff', () => {
  it('follows the schedule, repeats its last step, and adds at most the jitter', () => {
    const schedule = [10, 100]
    expect([1, 2, 3, 9].map((n) => backoffMs(n, schedule))).toEqual([10, 100, 100, 100])
    const jittered = Array.from({ length: 100 }, () => backoffMs(1, [1_000], 0.2))
    expect(Math.min(...jittered)).toBeGreaterThanOrEqual(1_000)
    expect(Math.max(...jittered)).toBeLessThanOrEqual(1_200)
    expect(new Set(jittered).size).toBeGreaterThan(1)
  })
})
