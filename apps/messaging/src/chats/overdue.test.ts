import { usualSettings, type WorkspaceSettings, weekdays } from '@posthorn/contracts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { useMessaging } from '../messaging.fixture.ts'
import { changeSettings } from '../settings.fixture.ts'
import { openChatByText } from './inbox.fixture.ts'
import { overdueSince } from './overdue.ts'

const { fixture } = useMessaging()

const office = (['monday', 'tuesday', 'wednesday', 'thursday', 'friday'] as const).map((day) => ({
  day,
  from: '09:00',
  to: '17:00',
}))
const since = (changed: Partial<WorkspaceSettings>, now: string) =>
  overdueSince({ ...usualSettings, ...changed }, new Date(now))?.toISOString() ?? null
const inBerlin = { timeZone: 'Europe/Berlin', hours: office, answerGoalMinutes: 60 }

describe('the goal of a first answer', () => {
  it('counts every minute without business hours, and within business hours only where there are any', () => {
    expect(since({}, '2026-11-20T12:00:00Z')).toBeNull()
    expect(since({ answerGoalMinutes: 30 }, '2026-11-20T12:00:00Z')).toBe('2026-11-20T11:30:00.000Z')
    // Times on a Friday, a Monday shortly after opening, and a Sunday.
    expect(since(inBerlin, '2026-11-20T12:00:00Z')).toBe('2026-11-20T11:00:00.000Z')
    expect(since(inBerlin, '2026-11-23T08:20:00Z')).toBe('2026-11-20T15:20:00.000Z')
    expect(since(inBerlin, '2026-11-22T12:00:00Z')).toBe('2026-11-20T15:00:00.000Z')
  })

  it('follows the clocks of the zone when they change', () => {
    const hours = [{ day: 'sunday' as const, from: '00:00', to: '23:59' }]
    const goal = { timeZone: 'Europe/Berlin', hours, answerGoalMinutes: 120 }
    expect(since(goal, '2026-10-25T02:30:00Z')).toBe('2026-10-25T00:30:00.000Z')
    expect(since(goal, '2026-10-25T00:30:00Z')).toBe('2026-10-24T22:30:00.000Z')
  })

  it('counts as many minutes as the goal has, whatever the hours, also where they overlap', () => {
    const day = fc.constantFrom('monday', 'wednesday', 'thursday', 'sunday')
    const span = fc.record({ day, from: fc.integer({ min: 0, max: 1_300 }), length: fc.integer({ min: 30, max: 130 }) })
    const given = fc.array(span, { minLength: 1, maxLength: 4 })
    fc.assert(
      fc.property(given, fc.integer({ min: 1, max: 60 }), (spans, minutes) => {
        const hours = spans.map(({ day: on, from, length }) => ({
          day: on,
          from: clock(from),
          to: clock(from + length),
        }))
        const settings = { ...usualSettings, hours: hours as WorkspaceSettings['hours'], answerGoalMinutes: minutes }
        const now = Date.UTC(2026, 10, 20, 12)
        const from = overdueSince(settings, new Date(now))?.getTime() as number
        let open = 0
        for (let at = from; at < now; at += 60_000) open += isOpen(spans, at) ? 1 : 0
        expect(open).toBe(minutes)
      }),
      { numRuns: 50, seed: 7 },
    )
  })

  it('makes chats overdue whose customer waits longer, in lists and counts', async () => {
    const at = await fixture.connectNumber()
    const caller = fixture.service.as(at.workspace)
    const { chats } = fixture.service.clients.messaging
    const late = await openChatByText(fixture, at, { phone: '+15559300001' })
    const fresh = await openChatByText(fixture, at, { phone: '+15559300002' })
    const hourAgo = `update chat set waiting_since = now() - interval '1 hour' where id = $1 returning 1`
    await fixture.service.rows(hourAgo, [late.id])
    const listed = async (overdue: boolean) =>
      (await chats.list.query({ overdue }, caller)).items.map(({ id }) => id).toSorted()
    expect(await listed(true)).toEqual([])
    expect(await listed(false)).toEqual([late.id, fresh.id].toSorted())
    await changeSettings(fixture, at.workspace, { answerGoalMinutes: 30 })
    expect(await listed(true)).toEqual([late.id])
    expect(await listed(false)).toEqual([fresh.id])
    const filters = { late: { overdue: true }, rest: { overdue: false } }
    expect(await chats.counts.mutate({ filters }, caller)).toMatchObject({ late: { total: 1 }, rest: { total: 1 } })
  })
})

const clock = (minutes: number) =>
  [minutes / 60, minutes % 60].map((part) => String(Math.floor(part)).padStart(2, '0')).join(':')

function isOpen(spans: { day: string; from: number; length: number }[], atMs: number): boolean {
  const minutes = Math.floor(atMs / 60_000)
  const day = weekdays[(Math.floor(minutes / 1440) + 3) % 7]
  const time = minutes % 1440
  return spans.some((span) => span.day === day && span.from <= time && time < span.from + span.length)
}
