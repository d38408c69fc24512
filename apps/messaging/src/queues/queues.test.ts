import { newId } from '@posthorn/contracts'
import { faultOf, until } from '@posthorn/testkit'
import { describe, expect, it } from 'vitest'
import { useMessaging } from '../messaging.fixture.ts'

const { fixture, connected } = useMessaging({}, { ratePerSecond: 50 })

const queues = () => fixture.service.clients.messaging.queues
const caller = () => fixture.service.as(connected.workspace)
let lastPhone = 15_554_000_000
const send = (options = {}) =>
  fixture.service.clients.messaging.messages.send.mutate(
    { phone: `+${(lastPhone += 1)}`, message: 'x', ...options },
    caller(),
  )

describe('queues', () => {
  it('get counts what waits and what is scheduled, and estimates no time while nothing may be sent', async () => {
    await queues().pause.mutate({ id: connected.number }, caller())
    await Promise.all(Array.from({ length: 10 }, () => send()))
    await send({ deliverAt: new Date(Date.now() + 3_600_000).toISOString() })
    expect(await queues().get.query({ id: connected.number }, caller())).toMatchObject({
      status: 'paused',
      waiting: 10,
      scheduled: 1,
      sending: 0,
      ratePerSecond: 50,
      postsWaiting: 0,
      etaMs: null,
      blocked: { reason: 'number_paused' },
    })
    expect(await fixture.calls(connected)).toEqual([])
    await queues().resume.mutate({ id: connected.number }, caller())
    await until(async () => (await fixture.acceptedCalls(connected)).length === 10)
    expect(await queues().get.query({ id: connected.number }, caller())).toMatchObject({ waiting: 0, scheduled: 1 })
  })

  it('drain lets out what is queued and holds what comes later', async () => {
    const drained = await fixture.connectNumber()
    const theirs = fixture.service.as(drained.workspace)
    const { messages } = fixture.service.clients.messaging
    await queues().pause.mutate({ id: drained.number }, theirs)
    await messages.send.mutate({ phone: '+15554100001', message: 'before' }, theirs)
    expect(await queues().drain.mutate({ id: drained.number }, theirs)).toMatchObject({ status: 'draining' })
    const later = await messages.send.mutate({ phone: '+15554100002', message: 'after' }, theirs)
    await until(async () => (await fixture.acceptedCalls(drained)).length === 1)
    expect((await messages.get.query({ id: later.id }, theirs)).status).toBe('queued')
    await queues().resume.mutate({ id: drained.number }, theirs)
    await until(async () => (await fixture.acceptedCalls(drained)).length === 2)
  })

  it('update with refuses refuses new messages, sends what waits, and holds it while the queue is paused too', async () => {
    const line = await fixture.connectNumber()
    const theirs = fixture.service.as(line.workspace)
    const { messages } = fixture.service.clients.messaging
    const set = (input: object) => queues().update.mutate({ id: line.number, ...input }, theirs)
    const turn = (verb: 'pause' | 'resume') => queues()[verb].mutate({ id: line.number }, theirs)
    const offer = (message: string) =>
      messages.send.mutate({ phone: '+15554200001', message }, theirs).then(
        () => 'accepted',
        (error: unknown) => faultOf(error).code,
      )
    expect(await turn('pause')).toMatchObject({ status: 'paused', refuses: false })
    expect(await offer('first')).toBe('accepted')
    expect(await set({ refuses: true })).toMatchObject({ status: 'paused', refuses: true, waiting: 1 })
    expect(await offer('refused while paused')).toBe('queue:refusing')
    expect(await fixture.calls(line)).toEqual([])
    expect(await turn('resume')).toMatchObject({ status: 'active', refuses: true })
    await until(async () => (await fixture.acceptedCalls(line)).length === 1)
    expect(await offer('refused while active')).toBe('queue:refusing')
    expect(await set({ refuses: false })).toMatchObject({ status: 'active', refuses: false })
    expect(await offer('second')).toBe('accepted')
    await until(async () => (await fixture.acceptedCalls(line)).length === 2)
    const announced = () =>
      fixture.service.bus.published.filter(
        ({ event, workspace }) => event === 'queue:updated' && workspace === line.workspace,
      )
    await until(() => announced().length === 4)
    expect(announced().map(({ data }) => data)).toMatchObject([
      { status: 'paused', refuses: false },
      { status: 'paused', refuses: true },
      { status: 'active', refuses: true },
      { status: 'active', refuses: false },
    ])
  })

  it('update announces a change once, with the queue as it is then; the same again announces nothing', async () => {
    const published = await fixture.connectNumber()
    const theirs = fixture.service.as(published.workspace)
    const updates = () =>
      fixture.service.bus.published.flatMap(({ event, workspace, data }) =>
        event === 'queue:updated' && workspace === published.workspace ? [data] : [],
      )
    for (const verb of ['pause', 'pause', 'resume'] as const)
      await queues()[verb].mutate({ id: published.number }, theirs)
    await until(() => updates().length === 2)
    expect(updates()).toMatchObject([
      { number: published.number, status: 'paused', waiting: 0 },
      { number: published.number, status: 'active' },
    ])
  })

  it('ofNumbers lists the queues of those numbers that the workspace and the key have, and leaves out the others', async () => {
    const other = await fixture.connectNumber()
    const ids = [connected.number, other.number, newId('num')]
    const published = await queues().ofNumbers.query({ ids }, caller())
    expect(published).toEqual([await queues().get.query({ id: connected.number }, caller())])
    expect(
      await queues().ofNumbers.query({ ids }, fixture.service.as(connected.workspace, { numbers: [other.number] })),
    ).toEqual([])
  })

  it('get tells the age of a message that has been due for a month, as in a restored database', async () => {
    const old = await fixture.connectNumber()
    const theirs = fixture.service.as(old.workspace)
    await queues().pause.mutate({ id: old.number }, theirs)
    const { id } = await fixture.service.clients.messaging.messages.send.mutate(
      { phone: '+15554000900', message: 'x' },
      theirs,
    )
    await fixture.service.rows(`update send_job set due_at = now() - interval '30 days' where message_id = $1`, [id])
    const { oldestAgeMs } = await queues().get.query({ id: old.number }, theirs)
    expect(oldestAgeMs).toBeGreaterThanOrEqual(30 * 86_400_000)
  })

  it('get and update refuse a number of another workspace as one that does not exist', async () => {
    const outsider = fixture.service.as(fixture.service.workspace())
    await expect(queues().get.query({ id: connected.number }, outsider)).rejects.toThrow('no such number')
    await expect(queues().pause.mutate({ id: connected.number }, outsider)).rejects.toThrow('no such number')
    await expect(queues().get.query({ id: newId('num') }, caller())).rejects.toThrow('no such number')
    expect((await queues().get.query({ id: connected.number }, caller())).status).toBe('active')
  })
})
