import { newId } from '@posthorn/contracts'
import { describe, expect, it } from 'vitest'
import { codeOf, type NumberFixture, useMessaging } from '../messaging.fixture.ts'

const { fixture } = useMessaging()
let connected: NumberFixture

const queues = () => fixture.service.clients.messaging.queues
const caller = () => fixture.service.as(connected.workspace)
const send = (input: object) =>
  fixture.service.clients.messaging.messages.send.mutate({ message: 'x', ...input } as never, caller())
const statusOf = async (id: string) =>
  (await fixture.service.clients.messaging.messages.get.query({ id }, caller())).status
const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString()

async function pausedQueue() {
  connected = await fixture.connectNumber()
  await queues().pause.mutate({ id: connected.number }, caller())
  const due = [
    await send({ phone: '+15555100001', reference: 'a' }),
    await send({ phone: '+15555100001', reference: 'b' }),
    await send({ phone: '+15555100002', reference: 'a' }),
  ]
  const scheduled = await send({ phone: '+15555100003', deliverAt: inAnHour(), reference: 'a' })
  return { due: due.map(({ id }) => id), scheduled: scheduled.id }
}

describe('queues.purge', () => {
  it('cancels what is due and leaves what is scheduled, unless that is asked for too', async () => {
    const { due, scheduled } = await pausedQueue()
    const { id } = { id: connected.number }
    expect(await queues().purge.mutate({ id }, caller())).toEqual({
      canceled: 3,
      scheduled: 0,
      remaining: 0,
      posts: [],
    })
    expect(await Promise.all(due.map(statusOf))).toEqual(['canceled', 'canceled', 'canceled'])
    expect(await statusOf(scheduled)).toBe('scheduled')
    const all = { id, includeScheduled: true }
    expect(await queues().purge.mutate(all, caller())).toEqual({ canceled: 1, scheduled: 1, remaining: 0, posts: [] })
    expect(await queues().purge.mutate(all, caller())).toEqual({ canceled: 0, scheduled: 0, remaining: 0, posts: [] })
    expect(await queues().get.query({ id }, caller())).toMatchObject({ waiting: 0, scheduled: 0 })
    await queues().resume.mutate({ id }, caller())
    expect(await fixture.calls(connected)).toEqual([])
  })

  it('cancels only what all parts of the filter are true of', async () => {
    const { due, scheduled } = await pausedQueue()
    const { id } = { id: connected.number }
    const purge = async (filter: object) => (await queues().purge.mutate({ id, ...filter }, caller())).canceled
    expect(await purge({ reference: 'A' })).toBe(0)
    expect(await purge({ createdBefore: new Date(Date.now() - 60_000).toISOString() })).toBe(0)
    expect(await purge({ phones: ['+1 555 510 0001'], reference: 'a' })).toBe(1)
    expect(await purge({ phones: ['+15555100002', '+15555100009'] })).toBe(1)
    expect(await Promise.all(due.map(statusOf))).toEqual(['canceled', 'queued', 'canceled'])
    expect(await purge({ createdBefore: new Date(Date.now() + 1_000).toISOString(), includeScheduled: true })).toBe(2)
    expect(await statusOf(scheduled)).toBe('canceled')
  })

  it('leaves alone what is being handed to the provider', async () => {
    const { due } = await pausedQueue()
    await fixture.service.rows(
      `update send_job set status = 'calling', lease_until = now() + interval '1 hour' where message_id = $1`,
      [due[0]],
    )
    expect(await queues().purge.mutate({ id: connected.number }, caller())).toMatchObject({ canceled: 2, remaining: 0 })
    expect(await statusOf(due[0] as string)).toBe('queued')
  })

  it('is refused for a number of others, to keys that may not manage or are for other numbers, and for a faulty filter', async () => {
    const { due } = await pausedQueue()
    const { id } = { id: connected.number }
    const purge = (input: object, as = caller()) => codeOf(queues().purge.mutate({ id, ...input } as never, as))
    expect(await purge({}, fixture.service.as(fixture.service.workspace()))).toBe('number:not_found')
    expect(await purge({ id: newId('num') })).toBe('number:not_found')
    expect(await purge({}, fixture.service.as(connected.workspace, { numbers: [newId('num')] }))).toBe(
      'number:not_found',
    )
    expect(await purge({}, fixture.service.as(connected.workspace, { scopes: ['send'] }))).toBe('scope:missing')
    expect(await purge({ phones: ['12'], createdBefore: 'yesterday' })).toBe('request:invalid')
    expect(await Promise.all(due.map(statusOf))).toEqual(['queued', 'queued', 'queued'])
  })
})
