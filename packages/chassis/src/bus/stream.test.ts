import { describe, expect, it } from 'vitest'
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

  it('is nothing while a consumer that is expected was never there, and waits for one that no one expected', () => {
    expect(of([consumer('a', 100)], ['a', 'b'])).toEqual({ acknowledgedSeq: 0, slowest: 'b' })
    expect(of([consumer('a', 100), consumer('own', 20, { pending: 5 })], ['a']).acknowledgedSeq).toBe(20)
    expect(of([consumer('a', 100), consumer(undefined, 0, { pending: 9 })], ['a']).acknowledgedSeq).toBe(100)
  })
})
