import { type EventData, numberCredentialsPurpose, type QuietHours } from '@posthorn/contracts'
import { busEvent, until } from '@posthorn/testkit'
import { assert, constant, constantFrom, integer, property, record } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { openChatByText } from '../../chats/inbox.fixture.ts'
import { type NumberFixture, startOnSlowProvider, useMessaging } from '../../messaging.fixture.ts'
import { quietUntil } from './delays.sql.ts'

const night = { from: '21:00', to: '08:00', timeZone: 'Europe/Berlin', country: 'DE' }
const untilOf = (now: string, hours = night, recipient = '+4915112345678') =>
  quietUntil(hours, recipient, new Date(now))?.toISOString() ?? null

describe('quietUntil', () => {
  it('ends when the hours end in the zone, summer and winter; by day it is null', () => {
    expect(untilOf('2026-11-20T19:59:00Z')).toBeNull()
    expect(untilOf('2026-11-20T20:00:30Z')).toBe('2026-11-21T07:00:00.000Z')
    expect(untilOf('2026-11-21T06:59:59Z')).toBe('2026-11-21T07:00:00.000Z')
    expect(untilOf('2026-11-21T07:00:00Z')).toBeNull()
    expect(untilOf('2026-07-01T19:00:00Z')).toBe('2026-07-02T06:00:00.000Z')
    expect(untilOf('2026-11-20T12:30:00Z', { ...night, from: '12:00', to: '14:00' })).toBe('2026-11-20T13:00:00.000Z')
  })

  it('takes the zone of the recipient; in a country of many, each must have its day; without a country the own one counts, and without a zone UTC', () => {
    const theirs = { ...night, timeZone: 'recipient' }
    expect(untilOf('2026-11-20T12:00:00Z', theirs, '+819012345678')).toBe('2026-11-20T23:00:00.000Z')
    expect(untilOf('2026-11-20T13:30:00Z', theirs, '+12125550123')).toBe('2026-11-20T18:00:00.000Z')
    expect(untilOf('2026-11-20T18:00:00Z', theirs, '+12125550123')).toBeNull()
    expect(untilOf('2026-11-20T20:30:00Z', theirs, '+38344123456')).toBe('2026-11-21T07:00:00.000Z')
    expect(untilOf('2026-11-20T22:00:00Z', theirs, '+24762889')).toBe('2026-11-21T08:00:00.000Z')
    expect(untilOf('2026-11-20T22:00:00Z', theirs, 'US.13491208655302741918')).toBe('2026-11-21T07:00:00.000Z')
    expect(untilOf('2026-11-20T22:00:00Z', { ...theirs, country: null as never }, 'x')).toBe('2026-11-21T08:00:00.000Z')
  })

  it('ends at the first minute outside of the hours, also when clocks are changed in between', () => {
    expect(untilOf('2027-03-27T22:00:00Z', { ...night, from: '22:00', to: '07:00' })).toBe('2027-03-28T05:00:00.000Z')
    const jumps: Record<string, string[]> = {
      'Europe/Berlin': ['2027-03-28T01:00:00Z', '2027-10-31T01:00:00Z'],
      'America/New_York': ['2027-03-14T07:00:00Z', '2027-11-07T06:00:00Z'],
      'Australia/Lord_Howe': ['2027-10-02T15:30:00Z', '2027-04-03T15:00:00Z'],
      'Asia/Kathmandu': ['2027-03-28T01:00:00Z'],
    }
    const timeFrom = (min: number) =>
      integer({ min, max: 47 }).map(
        (half) => `${String(Math.floor(half / 2)).padStart(2, '0')}:${half % 2 === 0 ? '00' : '30'}`,
      )
    const cases = constantFrom(...Object.keys(jumps)).chain((timeZone) =>
      record({
        timeZone: constant(timeZone),
        jump: constantFrom(...(jumps[timeZone] ?? [])),
        // Avoids the hour that occurs twice when clocks go back, because quiet hours that begin in it would begin twice.
        from: timeFrom(6),
        to: timeFrom(0),
        before: integer({ min: -300, max: 1_200 }),
      }),
    )
    assert(
      property(cases, ({ timeZone, jump, from, to, before }) => {
        const now = Date.parse(jump) - before * 60_000
        const clock = new Intl.DateTimeFormat('en-GB', { timeZone, timeStyle: 'short' })
        const isQuiet = (at: number) => {
          const local = clock.format(at)
          return from <= to ? from <= local && local < to : from <= local || local < to
        }
        let end = now
        while (isQuiet(end)) end += 60_000
        const expected = end === now ? null : new Date(end).toISOString()
        expect(untilOf(new Date(now).toISOString(), { ...night, from, to, timeZone })).toBe(expected)
      }),
    )
  })
})

const { fixture } = useMessaging()

/** Quiet hours around this time or shifted by twelve hours, in UTC. */
function hoursAround(now: Date, shiftHours = 0): QuietHours {
  const clock = (hours: number) =>
    new Date(now.getTime() + (hours + shiftHours) * 3_600_000).toISOString().slice(11, 16)
  return { from: clock(-2), to: clock(4), timeZone: 'UTC' }
}

const send = (connected: NumberFixture, input: object) =>
  fixture.service.clients.messaging.messages.send.mutate(
    { message: 'x', ...input } as never,
    fixture.service.as(connected.workspace),
  )
const get = (connected: NumberFixture, id: string) =>
  fixture.service.clients.messaging.messages.get.query({ id }, fixture.service.as(connected.workspace))

async function setHours(connected: NumberFixture, quietHours: QuietHours | null, version: number) {
  const sealed = JSON.stringify({ phoneNumberId: connected.phoneNumberId, accessToken: connected.accessToken })
  const settings = { ratePerSecond: null, quietHours }
  const number = { ...connected.resource, settings } as EventData<'number:credentials'>['number']
  const ciphertext = fixture.service.vault.seal(sealed, numberCredentialsPurpose(connected.number))
  const data = { number, businessAccountId: null, ciphertext }
  const aggregate = { id: connected.number, version }
  await fixture.service.bus.publish(
    busEvent({ event: 'number:credentials', workspace: connected.workspace, data, aggregate }),
  )
}

/** Waits until quiet hours hold a message, and reads it again: one read takes the message before its job, which may change in between. */
const resting = async (connected: NumberFixture, id: string) => {
  await until(async () => (await get(connected, id)).waiting?.reason === 'quiet_hours')
  return get(connected, id)
}

describe('quiet hours', () => {
  it('let low and normal priority wait until they end, with their validity, while high priority leaves, of the same chat too', async () => {
    const connected = await fixture.connectNumber({ quietHours: hoursAround(new Date()) })
    const waiting = await send(connected, { phone: '+15557000001' })
    const low = await send(connected, { phone: '+15557000002', priority: 'low', expiresIn: 3600 })
    await send(connected, { phone: '+15557000001', priority: 'high' })
    await send(connected, { phone: '+15557000003', priority: 'urgent' })
    await until(async () => (await fixture.acceptedCalls(connected)).length === 2)
    const shown = await resting(connected, waiting.id)
    const ends = Date.parse(shown.waiting?.until ?? '')
    expect(ends).toBeGreaterThan(Date.now() + 3.9 * 3_600_000)
    expect(Date.parse(shown.expiresAt ?? '')).toBe(ends + 10 * 3_600_000)
    await until(async () => (await get(connected, low.id)).waiting?.reason === 'quiet_hours')
    expect((await get(connected, low.id)).expiresAt).toBe(low.expiresAt)
  })

  it('do not lengthen the validity of a message that is rescheduled while it rests', async () => {
    const connected = await fixture.connectNumber({ quietHours: hoursAround(new Date()) })
    const { messages } = fixture.service.clients.messaging
    const deliverAt = new Date(Date.now() + 6 * 3_600_000).toISOString()
    for (const [expiresIn, hours] of [
      [undefined, 10],
      [12 * 3_600, 12],
    ] as const) {
      const { id } = await send(connected, { phone: '+15557000031', expiresIn })
      await resting(connected, id)
      const update = (at: string | null) =>
        messages.update.mutate({ id, deliverAt: at }, fixture.service.as(connected.workspace))
      const later = await update(deliverAt)
      expect(Date.parse(later.expiresAt ?? '') - Date.parse(deliverAt)).toBe(hours * 3_600_000)
      const atOnce = await update(null)
      const held = await resting(connected, id)
      const begins = hours === 10 ? held.waiting?.until : atOnce.statusAt.queued
      expect(Date.parse(held.expiresAt ?? '') - Date.parse(begins ?? '')).toBe(hours * 3_600_000)
    }
  })

  it('end for a message whose priority is raised', async () => {
    const connected = await fixture.connectNumber({ quietHours: hoursAround(new Date()) })
    const { id } = await send(connected, { phone: '+15557000021' })
    await until(async () => (await get(connected, id)).waiting?.reason === 'quiet_hours')
    const { messages } = fixture.service.clients.messaging
    await messages.update.mutate({ id, priority: 'high' }, fixture.service.as(connected.workspace))
    await until(async () => (await fixture.acceptedCalls(connected)).length === 1)
  })

  it('end for what waits as soon as they are taken back or moved, in the order accepted', async () => {
    const connected = await fixture.connectNumber({ quietHours: hoursAround(new Date()) })
    const ids: string[] = []
    for (let i = 0; i < 3; i++) ids.push((await send(connected, { phone: '+15557000011', reference: `${i}` })).id)
    const rests = async (id = '') => (await get(connected, id)).waiting?.reason === 'quiet_hours'
    await until(async () => (await Promise.all(ids.map(rests))).every(Boolean))
    await setHours(connected, hoursAround(new Date(), 12), 9)
    const calls = await until(async () => {
      const accepted = await fixture.acceptedCalls(connected)
      return accepted.length === 3 && accepted
    })
    const tags = calls.map((call) => call.callbackTag?.split(':')[0])
    expect(tags).toEqual(ids)
  })
})

it('a message keeps the length of its validity when it is rescheduled after quiet hours that moved it', async () => {
  const connected = await fixture.connectNumber({ quietHours: hoursAround(new Date()) })
  const { messages, queues } = fixture.service.clients.messaging
  const caller = fixture.service.as(connected.workspace)
  const { id } = await send(connected, { phone: '+15557000041' })
  await resting(connected, id)
  await queues.pause.mutate({ id: connected.number }, caller)
  await messages.update.mutate({ id, priority: 'high' }, caller)
  const deliverAt = new Date(Date.now() + 6 * 3_600_000).toISOString()
  const { expiresAt } = await messages.update.mutate({ id, deliverAt }, caller)
  expect(Date.parse(expiresAt ?? '') - Date.parse(deliverAt)).toBe(10 * 3_600_000)
})

it('no typing indicator is shown before a message that quiet hours hold', async () => {
  await using slow = await startOnSlowProvider()
  const connected = await slow.connectNumber({ quietHours: hoursAround(new Date()) })
  const phone = '+15557000051'
  await openChatByText(slow, connected, { phone })
  const caller = slow.service.as(connected.workspace)
  const { messages } = slow.service.clients.messaging
  const { id } = await messages.send.mutate({ phone, message: 'x', typing: 1 }, caller)
  await until(async () => (await messages.get.query({ id }, caller)).waiting?.reason === 'quiet_hours')
  await until(async () => (await slow.service.rows('select 1 from receipt_job')).length === 0)
  expect(slow.provider.calls).toEqual([])
})
