import { describe, expect, it } from 'vitest'
import { Confirmations } from './confirmed.ts'
import { acknowledgedBy } from './stream.ts'

const consumer = (name: string | undefined, floor: number, open: { pending?: number; ackPending?: number } = {}) => ({
  config: name === undefined ? {} : { durable_name: name },
  ack_floor: { stream_seq: floor },
  num_pending: open.pending ?? 0,
  num_ack_pending: open.ackPending ?? 0,
})

describe('what is acknowledged', () => {
  const of = (consumers: ReturnType<typeof consumer>[], expected: string[] = []) =>
    acknowledgedBy(consumers, { expected, lastSeq: 100 })

  it('goes as far as the slowest consumer, and to the end where none has anything left', () => {
    expect(of([consumer('a', 7), consumer('b', 3)])).toEqual({ acknowledgedSeq: 100, slowest: null })
    expect(of([consumer('a', 7), consumer('b', 60, { pending: 1 })])).toEqual({ acknowledgedSeq: 60, slowest: 'b' })
    expect(of([consumer('a', 40, { ackPending: 2 }), consumer('b', 60, { pending: 1 })]).acknowledgedSeq).toBe(40)
  })

  it('is nothing while a consumer that is expected was never there, and waits for one that nobody expected', () => {
    expect(of([consumer('a', 100)], ['a', 'b'])).toEqual({ acknowledgedSeq: 0, slowest: 'b' })
    expect(of([consumer('a', 100), consumer('own', 20, { pending: 5 })], ['a']).acknowledgedSeq).toBe(20)
    expect(of([consumer('a', 100), consumer(undefined, 0, { pending: 9 })], ['a']).acknowledgedSeq).toBe(100)
  })
})

describe('what all services have confirmed', () => {
  const at = (service: string, seq: number, epoch = 'now') => ({ service, epoch, seq })
  const now = { epoch: 'now', nowMs: 1_000 }

  it('is the lowest of the services, each by the process that knows most, and nothing while one has not begun', () => {
    const lowest = (answers: ReturnType<typeof at>[]) => new Confirmations([], 0).lowest(answers, now)
    expect(lowest([at('a', 5), at('a', 90), at('b', 70)])).toBe(70)
    expect(lowest([at('a', 90), at('b', 70, 'before')])).toBe(0)
    expect(lowest([at('a', 90), at('a', 95, 'before')])).toBe(90)
    expect(lowest([])).toBe(0)
  })

  it('waits for a service that has not answered, for a minute', () => {
    const confirmations = new Confirmations(['a', 'b'], 0)
    const lowest = (nowMs: number) => confirmations.lowest([at('a', 90)], { epoch: 'now', nowMs })
    expect(lowest(59_000)).toBe(0)
    expect(lowest(60_000)).toBe(90)
    expect(confirmations.lowest([at('a', 95), at('c', 80)], { epoch: 'now', nowMs: 61_000 })).toBe(80)
    expect(lowest(62_000)).toBe(0)
    expect(lowest(121_000)).toBe(90)
  })
})
