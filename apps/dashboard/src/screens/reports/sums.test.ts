import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { daysOf, growth, hoursOf, messagesByDay, periodsOf, sumsBy, workloadFilters, workloadsOf } from './sums.ts'

const counts = { in: 3, out: 2 }
const nothing = { in: 0, out: 0 }

describe('the days of a range', () => {
  it('has each day once, the last one begun and days without counts too', () => {
    const buckets = [{ from: '2026-11-21T00:00:00.000Z', ...counts }]
    const range = { from: '2026-11-20T08:00:00.000Z', to: '2026-11-22T08:00:00.000Z', buckets }
    expect(daysOf(range, 'UTC', nothing)).toMatchObject([
      { name: '2026-11-20', ...nothing },
      { name: '2026-11-21', ...counts },
      { name: '2026-11-22', ...nothing },
    ])
  })

  it('has no day that begins where the range ends', () => {
    const range = { from: '2026-11-20T00:00:00.000Z', to: '2026-11-21T00:00:00.000Z', buckets: [] }
    expect(daysOf(range, 'UTC', nothing)).toEqual([{ name: '2026-11-20', ...nothing }])
  })

  it('are those of the time zone, also when clocks change', () => {
    const buckets = [{ from: '2026-10-25T23:00:00.000Z', ...counts }]
    const range = { from: '2026-10-24T22:00:00.000Z', to: '2026-10-26T12:00:00.000Z', buckets }
    expect(daysOf(range, 'Europe/Berlin', nothing)).toMatchObject([
      { name: '2026-10-25', ...nothing },
      { name: '2026-10-26', ...counts },
    ])
  })
})

describe('the periods of a report', () => {
  it('are the last days with today so far, and as much of as many days before', () => {
    const now = Date.parse('2026-11-28T10:30:00.000Z')
    expect(periodsOf(7, 'Europe/Berlin', now)).toEqual({
      now: { from: '2026-11-21T23:00:00.000Z', to: '2026-11-28T10:30:00.000Z' },
      before: { from: '2026-11-14T23:00:00.000Z', to: '2026-11-21T10:30:00.000Z' },
    })
  })

  it('begin on the date of the time zone, which can be another than in UTC', () => {
    const now = Date.parse('2026-11-28T20:00:00.000Z')
    expect(periodsOf(1, 'Asia/Kolkata', now).now).toEqual({
      from: '2026-11-28T18:30:00.000Z',
      to: '2026-11-28T20:00:00.000Z',
    })
  })

  it('begin on their own date also where clocks skip midnight', () => {
    const now = Date.parse('2026-09-06T12:00:00.000Z')
    expect(periodsOf(1, 'America/Santiago', now).now.from).toBe('2026-09-06T04:00:00.000Z')
  })
})

it('sums the messages of each hour of the day over all days, in a time zone', () => {
  const hours = hoursOf(
    [
      { from: '2026-11-20T08:00:00.000Z', in: 2, out: 1 },
      { from: '2026-11-21T08:00:00.000Z', in: 3, out: 0 },
      { from: '2026-11-21T20:00:00.000Z', in: 1, out: 1 },
    ],
    'Asia/Kolkata',
  )
  expect(hours).toHaveLength(24)
  expect(hours[13]).toEqual({ name: '13:00', in: 5, out: 1 })
  expect(hours[1]).toEqual({ name: '01:00', in: 1, out: 1 })
  expect(hours.reduce((sum, each) => sum + each.in, 0)).toBe(6)
})

const members = fc
  .uniqueArray(fc.stringMatching(/^mem_[a-z0-9]{26}$/), { maxLength: 40 })
  .map((ids) => ids.map((id) => ({ id, name: id })))
const countOf = (total: number) => ({ total, unread: 0, oldestWaitingAt: null, more: false })

describe('the workloads of a team', () => {
  it('are counted for each member by requests of at most thirty filters with names that the API takes', () => {
    fc.assert(
      fc.property(members, (team) => {
        const requests = workloadFilters(team).map((filters) => Object.keys(filters))
        for (const { length } of requests) expect(length).toBeLessThanOrEqual(30)
        for (const name of requests.flat()) expect(name).toMatch(/^[A-Za-z0-9_-]{1,40}$/)
        const counts = Object.fromEntries(requests.flat().map((name) => [name, countOf(1)]))
        expect(workloadsOf(team, counts)).toHaveLength(team.length + 1)
      }),
    )
  })

  it('have the member with the most waiting chats first, and those of no one', () => {
    const team = [
      { id: 'mem_a', name: 'Ada' },
      { id: 'mem_b', name: 'Grace' },
    ]
    const open = { none: countOf(1), mem_a: countOf(9), mem_b: countOf(2) }
    const waiting = { 'none-waiting': countOf(1), 'mem_a-waiting': countOf(0), 'mem_b-waiting': countOf(2) }
    const workloads = workloadsOf(team, { ...open, ...waiting })
    expect(workloads.map(({ name, open: all, waiting: first }) => [name, all, first])).toEqual([
      ['Grace', 2, 2],
      [undefined, 1, 1],
      ['Ada', 9, 0],
    ])
  })

  it('say if more chats are open or waiting than were counted', () => {
    const many = { ...countOf(1000), more: true }
    const [workload] = workloadsOf([], { none: many, 'none-waiting': many })
    expect(workload).toMatchObject({ more: true, moreWaiting: true })
  })
})

const row = (day: string, type: 'text' | 'image', sums: { in: number; out: number }) => ({
  day,
  number: 'num_1',
  type,
  ...sums,
})
const usage = {
  from: '2026-11-20T00:00:00.000Z',
  to: '2026-11-23T00:00:00.000Z',
  days: [
    row('2026-11-20', 'text', { in: 2, out: 1 }),
    row('2026-11-20', 'image', { in: 1, out: 0 }),
    row('2026-11-22', 'text', { in: 0, out: 5 }),
  ],
  pricing: [],
  deliveries: null,
}

describe('the messages of a range', () => {
  it('are added up by day, and a day without messages is shown too', () => {
    expect(messagesByDay(usage, 'UTC')).toEqual([
      { name: '2026-11-20', in: 3, out: 1 },
      { name: '2026-11-21', in: 0, out: 0 },
      { name: '2026-11-22', in: 0, out: 5 },
    ])
  })

  it('are added up by type', () => {
    expect([...sumsBy(usage.days, ({ type }) => type)]).toEqual([
      ['text', { in: 2, out: 6 }],
      ['image', { in: 1, out: 0 }],
    ])
  })
})

it('growth is relative to the previous figure, and unknown without one', () => {
  expect([growth(12, 10), growth(5, 10), growth(0, 10)].map((share) => share?.toFixed(2))).toEqual([
    '0.20',
    '-0.50',
    '-1.00',
  ])
  expect([growth(12, 0), growth(12, null), growth(12, undefined), growth(null, 10)]).toEqual([null, null, null, null])
})
