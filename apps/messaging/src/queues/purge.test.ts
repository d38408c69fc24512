import { newId } from '@posthorn/contracts'
import { faultOf } from '@posthorn/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Line, type MessagingKit, startMessaging } from '../messaging.fixture.ts'

let world: MessagingKit
let line: Line
beforeAll(async () => {
  world = await startMessaging()
})
afterAll(() => world[Symbol.asyncDispose]())

const queues = () => world.kit.clients.messaging.queues
const mine = () => world.kit.as(line.workspace)
const send = (input: object) =>
  world.kit.clients.messaging.messages.send.mutate({ message: 'x', ...input } as never, mine())
const statusOf = async (id: string) => (await world.kit.clients.messaging.messages.get.query({ id }, mine())).status
const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString()

/** A paused queue with three messages that are due and one that is scheduled. */
async function pausedQueue() {
  line = await world.connected()
  await queues().update.mutate({ id: line.number, state: 'paused' }, mine())
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
    const { id } = { id: line.number }
    expect(await queues().purge.mutate({ id }, mine())).toEqual({ canceled: 3, scheduled: 0, remaining: 0 })
    expect(await Promise.all(due.map(statusOf))).toEqual(['canceled', 'canceled', 'canceled'])
    expect(await statusOf(scheduled)).toBe('scheduled')
    const all = { id, includeScheduled: true }
    expect(await queues().purge.mutate(all, mine())).toEqual({ canceled: 1, scheduled: 1, remaining: 0 })
    expect(await queues().purge.mutate(all, mine())).toEqual({ canceled: 0, scheduled: 0, remaining: 0 })
    expect(await queues().get.query({ id }, mine())).toMatchObject({ waiting: 0, scheduled: 0 })
    await queues().update.mutate({ id, state: 'active' }, mine())
    expect(await world.calls(line)).toEqual([])
  })

  it('cancels only what all parts of the filter are true of', async () => {
    const { due, scheduled } = await pausedQueue()
    const { id } = { id: line.number }
    const purge = async (filter: object) => (await queues().purge.mutate({ id, ...filter }, mine())).canceled
    expect(await purge({ reference: 'A' })).toBe(0)
    expect(await purge({ before: new Date(Date.now() - 60_000).toISOString() })).toBe(0)
    expect(await purge({ phones: ['+1 555 510 0001'], reference: 'a' })).toBe(1)
    expect(await purge({ phones: ['+15555100002', '+15555100009'] })).toBe(1)
    expect(await Promise.all(due.map(statusOf))).toEqual(['canceled', 'queued', 'canceled'])
    expect(await purge({ before: new Date(Date.now() + 1_000).toISOString(), includeScheduled: true })).toBe(2)
    expect(await statusOf(scheduled)).toBe('canceled')
  })

  it('leaves alone what is being handed to the provider', async () => {
    const { due } = await pausedQueue()
    await world.kit.rows(
      `update send_job set state = 'calling', lease_until = now() + interval '1 hour' where message_id = $1`,
      [due[0]],
    )
    expect(await queues().purge.mutate({ id: line.number }, mine())).toMatchObject({ canceled: 2, remaining: 0 })
    expect(await statusOf(due[0] as string)).toBe('queued')
  })

  it('is refused for a number of others, to keys that may not manage or are for other numbers, and for a faulty filter', async () => {
    const { due } = await pausedQueue()
    const { id } = { id: line.number }
    const codeOf = (input: object, as = mine()) =>
      queues()
        .purge.mutate({ id, ...input } as never, as)
        .then(
          () => 'no fault',
          (err) => faultOf(err).code,
        )
    expect(await codeOf({}, world.kit.as(world.kit.workspace()))).toBe('number:not_found')
    expect(await codeOf({ id: newId('num') })).toBe('number:not_found')
    expect(await codeOf({}, world.kit.as(line.workspace, { numbers: [newId('num')] }))).toBe('number:not_found')
    expect(await codeOf({}, world.kit.as(line.workspace, { scopes: ['send'] }))).toBe('scope:missing')
    expect(await codeOf({ phones: ['12'], before: 'yesterday' })).toBe('request:invalid')
    expect(await Promise.all(due.map(statusOf))).toEqual(['queued', 'queued', 'queued'])
  })
})
