import { randomBytes } from 'node:crypto'
import { incomingMessage, startTestService, until } from '@posthorn/testkit'
import { describe, expect, it } from 'vitest'
import { startOnSlowProvider, statusEvent } from '../../messaging.fixture.ts'
import { messagingService } from '../../service.ts'

const taken = { status: 200, body: { messages: [{ id: 'wamid.late' }] } }
const notTaken = { status: 500, body: { error: { code: 131000, message: 'Something went wrong' } } }

/** When a lease ends, keeps its job locked for longer than another transaction waits for the lock. */
const slowEnd = `
  create function pause() returns trigger language plpgsql as 'begin perform pg_sleep(3); return null; end';
  create trigger pause after update on send_job for each row when (new.status = 'unknown') execute function pause()`

/** Creates a message whose call outlasted its lease, as in a suspended process. */
async function overdueCall(holdSeconds: string, before = '', more: { onWindowClosed?: 'hold' } = {}) {
  const busName = `t_${randomBytes(6).toString('hex')}`
  const fixture = await startOnSlowProvider({ UNKNOWN_HOLD_SECONDS: holdSeconds }, { busName })
  const { provider } = fixture
  const env = { SIMULATOR_URL: provider.url, UNKNOWN_HOLD_SECONDS: holdSeconds }
  const connected = await fixture.connectNumber()
  const { messaging } = fixture.service.clients
  const as = fixture.service.as(connected.workspace)
  const { id } = await messaging.messages.send.mutate({ phone: '+4915100000001', message: 'x', ...more }, as)
  await until(() => provider.calls.length === 1, { describe: 'the call' })
  const jobs = () => fixture.service.rows<{ status: string; attempt: number }>('select status, attempt from send_job')
  // A call that was claimed too late for its turn is not made, but its attempt has a number.
  const attempt = async () => (await jobs())[0]?.attempt ?? 0
  const first = await attempt()
  await fixture.service.rows(before)
  await fixture.service.rows(`update send_job set lease_until = now() - interval '1 second'`)
  fixture.service.bus.nudge('messaging', 'reap')
  return {
    provider,
    fixture,
    connected,
    id,
    startSecond: () => startTestService(messagingService, { env, busName, database: fixture.service.database }),
    send: (phone: string) => messaging.messages.send.mutate({ phone, message: 'x' }, as),
    show: () => messaging.messages.get.query({ id }, as),
    jobs,
    attempt,
    first,
    events: () =>
      fixture.service.bus.published
        .filter(({ aggregate }) => aggregate.id === id)
        .map(({ event, data }) => `${event} ${(data as { status: string }).status}`),
    [Symbol.asyncDispose]: () => fixture[Symbol.asyncDispose](),
  }
}

describe('the answer of a call whose lease has ended', () => {
  it('settles a message that failed since its outcome was unknown, and so does its status', async () => {
    await using late = await overdueCall('0.1')
    await until(async () => (await late.show()).status === 'failed')
    expect(await late.show()).toMatchObject({ error: { errorCode: 'message:outcome_unknown' } })
    late.provider.answer(0, taken)
    await until(async () => (await late.show()).status === 'sent')
    expect((await late.show()).error ?? null).toBeNull()
    const status = statusEvent(late.connected, { providerId: 'wamid.late', status: 'delivered' })
    await late.fixture.service.bus.publish(status)
    const steps = ['message:failed failed', 'message:out sent', 'message:ack delivered']
    await until(() => late.events().at(-1) === steps.at(-1))
    expect(late.events().slice(-3)).toEqual(steps)
    expect(late.provider.calls).toHaveLength(1)
  })

  it('is given up while statuses of other messages keep arriving', async () => {
    await using late = await overdueCall('0.1')
    const { bus, clients } = late.fixture.service
    const operator = clients.calling({ workspace: null, scopes: ['operator'] })
    let isOver = false
    const waiting = async () => {
      const { pending, ackPending } = (await clients.messaging.process.get.query({}, operator)).bus
      return (pending ?? 0) + (ackPending ?? 0)
    }
    const announceOthers = async () => {
      for (let i = 0; !isOver; i++) {
        const ids = Array.from({ length: 200 }, (_, j) => `wamid.other.${i}.${j}`)
        const others = ids.map((providerId) => statusEvent(late.connected, { providerId, status: 'delivered' }))
        await Promise.all(others.map((other) => bus.publish(other)))
        await until(async () => (await waiting()) < 300)
      }
    }
    const flow = announceOthers()
    await until(async () => (await late.show()).status === 'failed', { timeoutMs: 20_000 }).finally(() => {
      isOver = true
    })
    await flow
    expect(await late.show()).toMatchObject({ error: { errorCode: 'message:outcome_unknown' } })
  })

  it('is awaited no longer by two processes than by one while statuses wait on the bus', async () => {
    await using late = await overdueCall('60')
    await using _second = await late.startSecond()
    const { connected, fixture } = late
    const { rows } = fixture.service
    const held = `select extract(epoch from lease_until)::float8 as until, extract(epoch from now())::float8 as at
      from send_job where status = 'unknown'`
    const first = await until(async () => (await rows<{ until: number; at: number }>(held))[0])
    await rows(
      `create function refuse() returns trigger language plpgsql as 'begin raise exception ''not today''; end';
       create trigger refuse before insert on chat for each row execute function refuse()`,
    )
    await fixture.service.bus.publish(
      incomingMessage(connected.workspace, { phone: '+4915100000009' }, { number: connected.number }),
    )
    const later = await until(
      async () => {
        const [row] = await rows<{ until: number; at: number }>(held)
        return row && row.until > first.until + 9 && row
      },
      { timeoutMs: 20_000, describe: 'the wait to be extended' },
    )
    expect(later.until - first.until).toBeLessThan(later.at - first.at + 3)
  })

  it('links the identifiers that it names', async () => {
    await using late = await overdueCall('60')
    await until(async () => (await late.jobs())[0]?.status === 'unknown')
    const contacts = [{ wa_id: '4915100000001', user_id: 'DE.7401' }]
    late.provider.answer(0, { ...taken, body: { ...taken.body, contacts } })
    const linked = `select 1 from person_identifier where value = 'DE.7401' and person = '+4915100000001'`
    await until(async () => (await late.fixture.service.rows(linked)).length === 1, { timeoutMs: 20_000 })
  })

  it('sends the message again where the provider did not take it, once, and only then', async () => {
    await using late = await overdueCall('60')
    await until(async () => (await late.jobs())[0]?.status === 'unknown')
    late.provider.answer(0, notTaken)
    await until(() => late.provider.calls.length === 2)
    expect(await late.jobs()).toMatchObject([{ status: 'calling' }])
    late.provider.answer(1, taken)
    await until(async () => (await late.show()).status === 'sent')
    expect(late.events().filter((step) => step.startsWith('message:failed'))).toEqual([])
  })

  it('counts where its lease ends in the same moment, however long that takes', async () => {
    await using late = await overdueCall('60', slowEnd)
    const { rows } = late.fixture.service
    const isEnding = `select 1 from pg_stat_activity where wait_event = 'PgSleep' and datname = current_database()`
    await until(async () => (await rows(isEnding)).length > 0)
    late.provider.answer(0, notTaken)
    await until(() => late.provider.calls.length === 2, { timeoutMs: 20_000 })
    expect(await late.jobs()).toMatchObject([{ status: 'calling' }])
  })

  it('leaves a message queued whose refusal, reported before the answer, put it back', async () => {
    await using late = await overdueCall('60', '', { onWindowClosed: 'hold' })
    const callbackTag = `${late.id}:${late.first}`
    const status = statusEvent(late.connected, { providerId: 'wamid.late', status: 'failed', callbackTag })
    const error = { code: 131047, title: 'Re-engagement message', errorCode: 'window:closed', retryable: false }
    await late.fixture.service.bus.publish({ ...status, data: { ...status.data, error } })
    await until(async () => (await late.show()).waiting?.reason === 'window_closed')
    late.provider.answer(0, taken)
    const settled = (count: number) => async () =>
      (await late.fixture.service.rows(`select 1 from send_attempt where outcome = 'sent'`)).length === count
    await until(settled(1))
    // The settler takes one batch at a time, so the next one begins after the late answer.
    await late.send('+4915100000002')
    await until(() => late.provider.calls.length === 2)
    late.provider.answer(1, { ...taken, body: { messages: [{ id: 'wamid.next' }] } })
    await until(settled(2))
    expect((await late.show()).status).toBe('queued')
    expect(await late.jobs()).toEqual([{ status: 'waiting', attempt: late.first }])
  })

  it('leaves a message in its third call, where its first call and its second failed after they were taken', async () => {
    await using late = await overdueCall('60')
    const { id, connected, fixture, provider } = late
    const as = fixture.service.as(connected.workspace)
    const { retry } = fixture.service.clients.messaging.messages
    const error = { code: 131026, title: 'Undeliverable', errorCode: 'phone:undeliverable', retryable: false } as const
    const report = async (call: number, providerId: string, status: 'sent' | 'failed') => {
      const event = statusEvent(connected, { providerId, status, callbackTag: `${id}:${call}` })
      await fixture.service.apply({ ...event, data: { ...event.data, ...(status === 'failed' && { error }) } })
    }
    await report(late.first, 'wamid.late', 'sent')
    await report(late.first, 'wamid.late', 'failed')
    const hasFailed = async () => (await late.show()).status === 'failed'
    await until(hasFailed)
    await retry.mutate({ id }, as)
    await until(() => provider.calls.length === 2)
    const second = await late.attempt()
    provider.answer(1, { ...taken, body: { messages: [{ id: 'wamid.second' }] } })
    await until(async () => (await late.show()).status === 'sent')
    await report(second, 'wamid.second', 'failed')
    await until(hasFailed)
    await retry.mutate({ id }, as)
    await until(() => provider.calls.length === 3)
    const third = await late.attempt()
    provider.answer(0, taken)
    const isTaken = `select 1 from send_attempt where outcome = 'sent' and attempt = ${late.first}`
    await until(async () => (await fixture.service.rows(isTaken)).length === 1)
    // The settler takes one batch at a time, so the next one begins after the late answer.
    const next = await late.send('+4915100000002')
    await until(() => provider.calls.length === 4)
    provider.answer(3, { ...taken, body: { messages: [{ id: 'wamid.next' }] } })
    const nextStatus = async () =>
      (await fixture.service.clients.messaging.messages.get.query({ id: next.id }, as)).status
    await until(async () => (await nextStatus()) === 'sent')
    expect(await late.show()).toMatchObject({ status: 'sending' })
    expect(await late.jobs()).toEqual([{ status: 'calling', attempt: third }])
  })

  it('ends the second call of a message whose first was taken after all, without a third', async () => {
    await using late = await overdueCall('60')
    await until(async () => (await late.jobs())[0]?.status === 'unknown')
    await late.fixture.service.rows(
      `with requeued as (update message set status = 'queued')
       update send_job set status = 'waiting', lease_until = null, run_at = now()`,
    )
    await until(() => late.provider.calls.length === 2)
    late.provider.answer(0, taken)
    await until(async () => (await late.show()).status === 'sent')
    late.provider.answer(1, notTaken)
    await until(
      async () =>
        (await late.fixture.service.rows(`select 1 from send_attempt where outcome = 'not_sent'`)).length === 1,
    )
    expect((await late.show()).status).toBe('sent')
    expect(await late.jobs()).toEqual([])
    expect(late.events().filter((step) => step === 'message:out sent')).toHaveLength(1)
  })
})
