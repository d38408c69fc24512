import { type EventData, numberCredentialsPurpose } from '@posthorn/contracts'
import { simulatorControl } from '@posthorn/provider'
import { busEvent, startTestService, until } from '@posthorn/testkit'
import { describe, expect, it } from 'vitest'
import { type MessagingFixture, type NumberFixture, startMessaging, statusEvent } from '../messaging.fixture.ts'
import { messagingService } from '../service.ts'

let lastPhone = 15_558_000_000
const freshPhone = () => `+${(lastPhone += 1)}`

function sendMany(
  fixture: MessagingFixture,
  connected: NumberFixture,
  messages: { phone: string; order?: 'chat' | 'none'; onUnknown?: 'hold' | 'resend' }[],
) {
  const { messaging } = fixture.service.clients
  return Promise.all(
    messages.map((message) =>
      messaging.messages.send.mutate({ message: 'x', ...message }, fixture.service.as(connected.workspace)),
    ),
  )
}

const fresh = (count: number) => Array.from({ length: count }, () => ({ phone: freshPhone() }))
const get = (fixture: MessagingFixture, connected: NumberFixture, id: string) =>
  fixture.service.clients.messaging.messages.get.query({ id }, fixture.service.as(connected.workspace))

function busiestSecond(times: number[]): number {
  const sorted = [...times].sort((a, b) => a - b)
  return Math.max(...sorted.map((from, i) => sorted.slice(i).filter((time) => time < from + 1000).length))
}

async function announceStatus(
  fixture: MessagingFixture,
  connected: NumberFixture,
  change: { status: 'error' | 'active'; version: number },
) {
  const { number: id, workspace, resource } = connected
  const sealed = JSON.stringify({ phoneNumberId: connected.phoneNumberId, accessToken: connected.accessToken })
  const ciphertext = fixture.service.vault.seal(sealed, numberCredentialsPurpose(id))
  const number = { ...resource, status: change.status } as EventData<'number:credentials'>['number']
  const data = { number, businessAccountId: null, ciphertext }
  const aggregate = { id, version: change.version }
  const event = busEvent({ event: 'number:credentials', workspace, data, aggregate })
  await fixture.service.apply(event)
}

describe('dispatch', () => {
  it('keeps two dispatchers together below the rate of a number, and the provider never throttles', async () => {
    await using fixture = await startMessaging()
    const connected = await fixture.connectNumber({ ratePerSecond: 40 })
    await using _second = await startTestService(messagingService, {
      database: fixture.service.database,
      busName: `${fixture.service.service.name}_second`,
      env: { SIMULATOR_URL: fixture.simulator.url },
    })
    await sendMany(fixture, connected, fresh(160))
    await until(async () => (await fixture.acceptedCalls(connected)).length === 160)
    const calls = await fixture.calls(connected)
    expect(calls.filter(({ accepted }) => !accepted)).toEqual([])
    // With separate limits, there would be 80. On a busy machine, calls are delayed and some bunch up.
    expect(busiestSecond(calls.map(({ at }) => Date.parse(String(at))))).toBeLessThanOrEqual(60)
  })

  it('leaves a number to the process that serves it until that has not done so for two seconds', async () => {
    await using fixture = await startMessaging()
    const connected = await fixture.connectNumber()
    const served = `update number_queue set served_by = 'another', last_served_at = now() where number_id = $1 returning last_served_at as at`
    const [queue] = await fixture.service.rows<{ at: Date }>(served, [connected.number])
    await sendMany(fixture, connected, fresh(1))
    await until(async () => (await fixture.acceptedCalls(connected)).length === 1)
    const [call] = await fixture.calls(connected)
    expect(Date.parse(String(call?.at)) - new Date(queue?.at ?? 0).getTime()).toBeGreaterThanOrEqual(1_999)
  })

  it('serves a workspace with one message at once while another has thousands waiting', async () => {
    await using fixture = await startMessaging()
    const [busy, quiet] = [await fixture.connectNumber({ ratePerSecond: 20 }), await fixture.connectNumber()]
    await sendMany(fixture, busy, fresh(1500))
    await sendMany(fixture, quiet, fresh(1))
    await until(async () => (await fixture.acceptedCalls(quiet)).length === 1)
    expect((await fixture.acceptedCalls(busy)).length).toBeLessThan(1_000)
  })

  it('keeps calls free for others while the calls of a number get no response', async () => {
    await using fixture = await startMessaging({ CALLS_IN_FLIGHT_MAX: '20' })
    const [hung, other] = [await fixture.connectNumber(), await fixture.connectNumber()]
    const control = simulatorControl({ baseUrl: fixture.simulator.url })
    await control.simulate(hung.phoneNumberId, { outage: { kind: 'hang', seconds: 60 } })
    await sendMany(fixture, hung, fresh(40))
    const calling = async () =>
      (await fixture.service.rows(`select 1 from send_job where status = 'calling' and number_id = $1`, [hung.number]))
        .length
    await until(async () => (await calling()) >= 15)
    await sendMany(fixture, other, fresh(30))
    let most = 0
    await until(async () => {
      most = Math.max(most, await calling())
      return (await fixture.acceptedCalls(other)).length === 30
    })
    expect(most).toBeLessThanOrEqual(16)
  })

  it('paces messages to one recipient without holding up the others and without a refusal', async () => {
    await using fixture = await startMessaging({ PAIR_BURST: '2', PAIR_INTERVAL_SECONDS: '0.4' })
    const connected = await fixture.connectNumber()
    const friend = freshPhone()
    const six = Array.from({ length: 6 }, () => ({ phone: friend, order: 'none' as const }))
    await sendMany(fixture, connected, [...six, ...fresh(8)])
    const all = await until(async () => {
      const calls = await fixture.calls(connected)
      return calls.length === 14 && calls
    })
    expect(all.every(({ accepted }) => accepted)).toBe(true)
    const timesTo = (caller: boolean) =>
      all.filter(({ to }) => to.includes(friend.slice(1)) === caller).map(({ at }) => Date.parse(String(at)))
    expect(Math.max(...timesTo(false))).toBeLessThan(Math.max(...timesTo(true)))
    // Uses the pacing clock, because the time until a call arrives depends on the machine.
    const begun = await fixture.service.rows<{ ms: number }>(
      `select (extract(epoch from a.started_at) * 1000)::float8 as ms from send_attempt a
       join message m on m.workspace_id = a.workspace_id and m.id = a.message_id where m.recipient = $1 order by 1`,
      [friend],
    )
    expect(begun).toHaveLength(6)
    for (const [i, { ms }] of begun.slice(2).entries()) expect(ms - (begun[i]?.ms ?? 0)).toBeGreaterThanOrEqual(399)
  })

  it('never repeats a call whose process died: it waits for a status and then fails visibly', async () => {
    await using fixture = await startMessaging({ UNKNOWN_HOLD_SECONDS: '1' })
    const connected = await fixture.connectNumber()
    const [message] = await sendMany(fixture, connected, [{ phone: '+15550100005' }])
    const id = message?.id as string
    const failed = await until(
      async () => {
        const m = await get(fixture, connected, id)
        return m.status === 'failed' && m
      },
      { timeoutMs: 15_000 },
    )
    expect(failed.error).toMatchObject({
      errorCode: 'message:outcome_unknown',
      message: expect.stringContaining('Reason: the server closed the connection'),
    })
    expect(await fixture.calls(connected)).toHaveLength(1)
  })

  it('takes a call as lost when its lease has ended, and calls once more only where the sender asked for it', async () => {
    await using fixture = await startMessaging({ UNKNOWN_HOLD_SECONDS: '0.5' })
    const connected = await fixture.connectNumber()
    const [unknown, resent] = await sendMany(fixture, connected, [
      { phone: '+15550100003' },
      { phone: '+15550110003', onUnknown: 'resend' },
    ])
    await until(async () => (await fixture.service.rows(`select 1 from send_job where status = 'calling'`)).length >= 1)
    await fixture.service.rows(`update send_job set lease_until = now() - interval '1 second' where message_id = $1`, [
      unknown?.id,
    ])
    const failed = await until(
      async () => {
        const m = await get(fixture, connected, unknown?.id as string)
        return m.status === 'failed' && m
      },
      { timeoutMs: 15_000 },
    )
    expect(failed.error?.errorCode).toBe('message:outcome_unknown')
    expect(failed.error?.message).toContain(
      'Reason: the process that made the call ended or stalled before the response.',
    )
    await until(async () => (await get(fixture, connected, resent?.id as string)).status === 'sent', {
      timeoutMs: 15_000,
    })
    expect(
      (await fixture.calls(connected)).filter(({ callbackTag }) => callbackTag?.startsWith(unknown?.id as string)),
    ).toHaveLength(1)
  })

  it('outlives a message that it has a defect with, which fails visibly, and sends the others', async () => {
    await using fixture = await startMessaging({ LEASE_SECONDS: '1', UNKNOWN_HOLD_SECONDS: '1' })
    const connected = await fixture.connectNumber()
    const { queues } = fixture.service.clients.messaging
    const turn = (verb: 'pause' | 'resume') =>
      queues[verb].mutate({ id: connected.number }, fixture.service.as(connected.workspace))
    await turn('pause')
    const [broken, sound] = await sendMany(fixture, connected, fresh(2))
    const fill = (content: string | null) =>
      fixture.service.rows('update message set content = $2::jsonb where id = $1 returning 1', [broken?.id, content])
    await fill('{"list": {}}')
    await turn('resume')
    const begun = 'select 1 from send_attempt where message_id = $1'
    await until(async () => (await fixture.service.rows(begun, [broken?.id])).length === 1)
    await fill(null)
    await until(async () => (await get(fixture, connected, sound?.id as string)).status === 'sent')
    await until(async () => (await get(fixture, connected, broken?.id as string)).status === 'failed', {
      timeoutMs: 15_000,
    })
    expect(await fixture.calls(connected)).toHaveLength(1)
  })

  it('rests a number whose token the provider refuses, loses nothing, and reports it', async () => {
    await using fixture = await startMessaging()
    const connected = await fixture.connectNumber()
    await sendMany(fixture, connected, [{ phone: '+15550100012' }])
    await until(() => fixture.service.bus.published.some(({ event }) => event === 'number:check_requested'))
    const rest = await sendMany(fixture, connected, fresh(5))
    const view = await until(async () => {
      const m = await get(fixture, connected, rest[0]?.id as string)
      return m.waiting && m
    })
    expect(view).toMatchObject({ status: 'queued', waiting: { reason: 'number_refused' } })
    await announceStatus(fixture, connected, { status: 'error', version: 2 })
    expect(
      await fixture.service.rows(`select 1 from number_queue where blocked_until > now() + interval '25 seconds'`),
    ).toHaveLength(1)
    expect(await fixture.calls(connected)).toHaveLength(1)
    await announceStatus(fixture, connected, { status: 'active', version: 3 })
    await until(async () => (await fixture.calls(connected)).length > 1)
  })

  it('rests a number whose account the provider reports as locked after it accepted a message, and reports it', async () => {
    await using fixture = await startMessaging()
    const connected = await fixture.connectNumber()
    const reported = () => fixture.service.bus.published.filter(({ event }) => event === 'number:check_requested')
    const blockedUntil = async () => {
      const [queue] = await fixture.service.rows<{ at: string | null }>(
        'select (extract(epoch from blocked_until) * 1000)::text as at from number_queue',
      )
      return queue?.at ? Number(queue.at) : null
    }
    const failWith = async (code: number, at: string, providerId = 'wamid.1') => {
      const error = { code, title: 'x', errorCode: 'number:suspended', retryable: false } as const
      const event = statusEvent(connected, { providerId, status: 'failed', at })
      await fixture.service.apply({ ...event, data: { ...event.data, error } })
    }
    const ago = (seconds: number) => new Date(Date.now() - seconds * 1000).toISOString()

    await failWith(131026, ago(0))
    await failWith(131031, ago(60))
    expect([await blockedUntil(), reported()]).toEqual([null, []])

    await Promise.all([failWith(131031, ago(0)), failWith(131042, ago(0), 'wamid.2')])
    await until(() => reported().length > 0)
    expect(reported()).toMatchObject([{ data: { number: connected.number, errorCode: 'number:suspended' } }])
    expect(await blockedUntil()).toBeGreaterThan(Date.now() + 200_000)
    const sent = await sendMany(fixture, connected, fresh(3))
    const waiting = async () => {
      const shown = await Promise.all(sent.map(({ id }) => get(fixture, connected, id)))
      return shown.flatMap(({ status, waiting }) => (status === 'sent' ? [] : [waiting?.reason]))
    }
    expect(await waiting()).toEqual(['number_refused', 'number_refused', 'number_refused'])

    await announceStatus(fixture, connected, { status: 'active', version: 2 })
    await until(async () => (await waiting()).length === 2)
    // Acceptance proves nothing about a number that failed after it: the next message waits for the status of the first.
    expect(await waiting()).toEqual(['number_refused', 'number_refused'])
    await fixture.service.rows('update number_queue set blocked_until = now()')
    await until(async () => (await waiting()).length === 0)
  })

  it('does not count a throttled try against the message', async () => {
    await using fixture = await startMessaging()
    const connected = await fixture.connectNumber()
    const [message] = await sendMany(fixture, connected, [{ phone: '+15550100007' }])
    await until(async () => (await get(fixture, connected, message?.id as string)).status === 'sent', {
      timeoutMs: 20_000,
    })
    expect(await fixture.service.rows('select failures from send_job')).toEqual([])
    const outcomes = await fixture.service.rows<{ outcome: string }>(
      'select outcome from send_attempt order by attempt',
    )
    expect(outcomes.map(({ outcome }) => outcome)).toEqual(['throttled', 'throttled', 'throttled', 'sent'])
  })

  it('makes no call for a message that a status has moved on while its job was locked', async () => {
    await using fixture = await startMessaging({ LEASE_SECONDS: '600' })
    const connected = await fixture.connectNumber()
    const turn = (verb: 'pause' | 'resume') =>
      fixture.service.clients.messaging.queues[verb].mutate(
        { id: connected.number },
        fixture.service.as(connected.workspace),
      )
    await turn('pause')
    const [moved] = await sendMany(fixture, connected, fresh(1))
    await fixture.service.rows(`update message set status = 'sent' where id = $1`, [moved?.id])
    await turn('resume')
    await until(async () => (await fixture.service.rows('select 1 from send_job')).length === 0)
    expect(await fixture.calls(connected)).toEqual([])
    expect(await fixture.service.rows('select 1 from send_attempt')).toEqual([])
    expect((await get(fixture, connected, moved?.id as string)).status).toBe('sent')
  })
})
