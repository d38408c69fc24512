import { newId } from '@posthorn/contracts'
import { faultOf } from '@posthorn/testkit'
import { beforeEach, describe, expect, it } from 'vitest'
import { type NumberFixture, useMessaging } from '../messaging.fixture.ts'
import { storeMessage } from './stored-message.fixture.ts'

const { fixture } = useMessaging()
let connected: NumberFixture
beforeEach(async () => {
  connected = await fixture.connectNumber()
})

const statistics = () => fixture.service.clients.messaging.statistics
const caller = () => fixture.service.as(connected.workspace)
const noonMs = Date.parse('2026-03-01T12:00:00.000Z')
const iso = (ms: number) => new Date(ms).toISOString()

type Fate = {
  atMs: number
  sentMs?: number
  deliveredMs?: number
  error?: string
  direction?: string
  type?: string
  /** Status of a message that was not sent. */
  unsent?: 'queued' | 'scheduled' | 'canceled'
}

async function stored({
  atMs,
  sentMs,
  deliveredMs,
  error,
  unsent,
  direction = 'out',
  type = 'text',
}: Fate): Promise<void> {
  const statusAt = {
    queued: iso(atMs),
    ...(sentMs === undefined ? {} : { sent: iso(atMs + sentMs) }),
    ...(deliveredMs === undefined ? {} : { delivered: iso(atMs + deliveredMs) }),
  }
  const status = error ? 'failed' : (unsent ?? (Object.keys(statusAt).at(-1) as string))
  await storeMessage(fixture, connected, {
    atMs,
    chat_id: newId('chat'),
    direction,
    type,
    status,
    status_at: statusAt,
    error: error ? { errorCode: error } : null,
  })
}

describe('statistics.deliveries', () => {
  it('counts statuses and errors and measures times, in all and by the hour, of this number only', async () => {
    for (let i = 1; i <= 10; i++) await stored({ atMs: noonMs, sentMs: i * 100, deliveredMs: i * 100 + 50 })
    await stored({ atMs: noonMs + 3_600_000, sentMs: 10 })
    await stored({ atMs: noonMs + 3_600_000, error: 'phone:undeliverable' })
    await stored({ atMs: noonMs, direction: 'in' })
    await stored({ atMs: noonMs - 1, sentMs: 5 })
    const range = { from: iso(noonMs), to: iso(noonMs + 7_200_000) }
    const answer = await statistics().deliveries.query({ id: connected.number, ...range }, caller())
    expect(answer).toMatchObject({ number: connected.number, ...range })
    expect(answer.total).toEqual({
      total: 12,
      statuses: { delivered: 10, sent: 1, failed: 1 },
      errors: { 'phone:undeliverable': 1 },
      sentRate: 0.9167,
      deliveredRate: 0.9091,
      queuedToSentMs: { p50: 500, p95: 950 },
      sentToDeliveredMs: { p50: 50, p95: 50 },
    })
    expect(answer.buckets.map(({ from, total }) => [from, total])).toEqual([
      [iso(noonMs), 10],
      [iso(noonMs + 3_600_000), 2],
    ])
    expect(answer.buckets[0]).toMatchObject({ statuses: { delivered: 10 }, errors: {}, sentRate: 1, deliveredRate: 1 })
    expect(answer.buckets[1]).toMatchObject({ errors: { 'phone:undeliverable': 1 }, sentToDeliveredMs: null })
    const byDay = await statistics().deliveries.query({ id: connected.number, ...range, interval: 'day' }, caller())
    expect(byDay.buckets.map(({ from, total }) => [from, total])).toEqual([['2026-03-01T00:00:00.000Z', 12]])
    const other = await fixture.connectNumber({ workspace: connected.workspace })
    const nothing = await statistics().deliveries.query({ id: other.number, ...range }, caller())
    expect(nothing).toMatchObject({ total: { total: 0, statuses: {}, sentRate: 0, queuedToSentMs: null }, buckets: [] })
  })

  it('leaves messages that wait or were canceled out of the share that the provider accepted', async () => {
    for (let i = 0; i < 3; i++) await stored({ atMs: noonMs, sentMs: 100, deliveredMs: 150 })
    await stored({ atMs: noonMs, error: 'phone:undeliverable' })
    for (const unsent of ['canceled', 'canceled', 'queued', 'scheduled'] as const)
      await stored({ atMs: noonMs, unsent })
    const range = { from: iso(noonMs), to: iso(noonMs + 3_600_000) }
    const { total } = await statistics().deliveries.query({ id: connected.number, ...range }, caller())
    expect(total).toMatchObject({ total: 8, statuses: { canceled: 2 }, sentRate: 0.75, deliveredRate: 1 })
  })

  it('counts the last hours when nothing is said, and what was just sent through the real queue', async () => {
    await fixture.service.clients.messaging.messages.send.mutate({ phone: '+15555300002', message: 'x' }, caller())
    const { total, buckets } = await statistics().deliveries.query(
      { id: connected.number, interval: 'minute' },
      caller(),
    )
    expect([total.total, buckets.length]).toEqual([1, 1])
  })

  it('refuses a range that is too long or ends before it begins, and numbers of others', async () => {
    const codeOf = (input: object, as = caller()) =>
      statistics()
        .deliveries.query({ id: connected.number, ...input } as never, as)
        .then(
          () => 'no fault',
          (err) => faultOf(err).errors[0]?.path ?? faultOf(err).code,
        )
    const days = (count: number) => ({ from: iso(noonMs), to: iso(noonMs + count * 86_400_000) })
    expect(await codeOf({ ...days(1), interval: 'minute' })).toBe('from')
    expect(await codeOf({ ...days(31), interval: 'day' })).toBe('no fault')
    expect(await codeOf({ ...days(32), interval: 'day' })).toBe('from')
    const ago = (count: number) => ({ from: iso(Date.now() - count * 86_400_000), interval: 'day' })
    expect([await codeOf(ago(31)), await codeOf(ago(32))]).toEqual(['no fault', 'from'])
    expect(await codeOf(days(-1))).toBe('from')
    expect(await codeOf({ interval: 'week' })).toBe('interval')
    expect(await codeOf({}, fixture.service.as(fixture.service.workspace()))).toBe('number:not_found')
    expect(await codeOf({}, fixture.service.as(connected.workspace, { scopes: ['send'] }))).toBe('scope:missing')
  })
})

describe('statistics.usage', () => {
  it('counts messages in and out by day, number and kind, newest day first, of this workspace only', async () => {
    const other = connected
    await stored({ atMs: noonMs })
    connected = await fixture.connectNumber()
    const day = 86_400_000
    await stored({ atMs: noonMs })
    await stored({ atMs: noonMs + 11 * 3_600_000, direction: 'in' })
    await stored({ atMs: noonMs + day, type: 'image' })
    await stored({ atMs: noonMs + day })
    const range = { from: iso(noonMs - day), to: iso(noonMs + 2 * day) }
    const expected = [
      { day: '2026-03-02', number: connected.number, type: 'image', in: 0, out: 1 },
      { day: '2026-03-02', number: connected.number, type: 'text', in: 0, out: 1 },
      { day: '2026-03-01', number: connected.number, type: 'text', in: 1, out: 1 },
    ]
    expect(await statistics().usage.query(range, caller())).toEqual({
      ...range,
      days: expected,
      pricing: [],
      deliveries: null,
    })
    const counted = async (number: string, options = {}) =>
      (await statistics().usage.query({ ...range, number: [number] }, fixture.service.as(connected.workspace, options)))
        .days
    expect(await counted(connected.number)).toEqual(expected)
    expect(await counted(other.number)).toEqual([])
    expect(await counted(connected.number, { numbers: [other.number] })).toEqual([])
    expect((await statistics().usage.query({}, caller())).days).toEqual([])
    const ofDay = (date: string, options = {}) =>
      statistics().ofDay.query({ day: date }, fixture.service.as(connected.workspace, options))
    expect([await ofDay('2026-03-01'), await ofDay('2026-03-02')]).toEqual([
      { in: 1, out: 1 },
      { in: 0, out: 2 },
    ])
    expect(await ofDay('2026-03-01', { numbers: [other.number] })).toEqual({ in: 0, out: 0 })
  })

  it('refuses more than 92 days', async () => {
    const range = { from: iso(noonMs), to: iso(noonMs + 93 * 86_400_000) }
    const fault = await statistics()
      .usage.query(range, caller())
      .catch((err) => faultOf(err))
    expect(fault).toMatchObject({ code: 'request:invalid', errors: [{ path: 'from' }] })
  })
})

describe('days of statistics', () => {
  it('begin at midnight of the time zone, in usage, deliveries, inbox and answers alike', async () => {
    const timeZone = 'Europe/Berlin'
    // 00:30 on 2 March in Berlin.
    await stored({ atMs: noonMs + 11.5 * 3_600_000, sentMs: 10 })
    await stored({ atMs: noonMs, direction: 'in' })
    const range = { from: '2026-02-28T23:00:00.000Z', to: '2026-03-02T23:00:00.000Z', timeZone }
    const days = ['2026-02-28T23:00:00.000Z', '2026-03-01T23:00:00.000Z']
    const { usage, deliveries, inbox, answers } = statistics()
    const named = (await usage.query(range, caller())).days.map(({ day, in: received, out }) => [day, received, out])
    expect(named).toEqual([
      ['2026-03-02', 0, 1],
      ['2026-03-01', 1, 0],
    ])
    const byDay = { ...range, interval: 'day' as const }
    const ofNumber = await deliveries.query({ id: connected.number, ...byDay }, caller())
    expect(ofNumber.buckets.map(({ from, total }) => [from, total])).toEqual([[days[1], 1]])
    for (const { buckets } of [await inbox.query(byDay, caller()), await answers.query(byDay, caller())])
      expect(buckets.map(({ from, in: received, out }) => [from, received, out])).toEqual([
        [days[0], 1, 0],
        [days[1], 0, 1],
      ])
  })

  it('are in UTC unless a time zone is given, which has to exist', async () => {
    await stored({ atMs: noonMs + 11.5 * 3_600_000 })
    const range = { from: iso(noonMs), to: iso(noonMs + 86_400_000) }
    expect((await statistics().usage.query(range, caller())).days).toMatchObject([{ day: '2026-03-01' }])
    const fault = await statistics()
      .usage.query({ ...range, timeZone: 'Europe/Atlantis' }, caller())
      .catch((err) => faultOf(err))
    expect(fault).toMatchObject({ code: 'request:invalid', errors: [{ path: 'timeZone' }] })
  })
})
