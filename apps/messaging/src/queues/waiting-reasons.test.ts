import { simulatorControl } from '@posthorn/provider'
import { until } from '@posthorn/testkit'
import { describe, expect, it } from 'vitest'
import { useMessaging } from '../messaging.fixture.ts'

const { fixture } = useMessaging()
let lastPhone = 15_559_400_000
const freshPhone = () => `+${(lastPhone += 1)}`
const soon = `now() + interval '1 minute'`
const jobIs = (change: string) => `update send_job set ${change} where message_id = $1`
const queueIs = (change: string) => `update number_queue set ${change} where number_id = $1`

type Situation = {
  /** SQL statements that set up the situation. Each receives the message's id, or for `queue` the number's id. */
  job?: string
  queue?: string
  earlier?: string
  reason: string
  until?: true
  /** Reason shown for the queue. Absent if nothing blocks it. */
  blocked?: string
  moves: boolean
}

/** Every state of the number, provider, window, order or rate that can delay a message. */
const situations: Record<string, Situation> = {
  'due and nothing in its way': { reason: 'pacing', moves: true },
  scheduled: { job: `due_at = ${soon}, run_at = ${soon}`, reason: 'schedule', until: true, moves: true },
  'tried again later': { job: `run_at = ${soon}, waits_for = 'retry'`, reason: 'retry', until: true, moves: true },
  'in quiet hours': {
    job: `run_at = ${soon}, waits_for = 'quiet_hours'`,
    reason: 'quiet_hours',
    until: true,
    moves: true,
  },
  'paced for its recipient': {
    job: `run_at = ${soon}, waits_for = 'pair_limit'`,
    reason: 'pair_limit',
    until: true,
    moves: true,
  },
  'behind typing': { job: `run_at = ${soon}, waits_for = 'typing'`, reason: 'typing', until: true, moves: true },
  'held for the customer': {
    job: `run_at = ${soon}, waits_for = 'window_closed'`,
    reason: 'window_closed',
    moves: true,
  },
  'of unknown outcome': {
    job: `status = 'unknown', lease_until = ${soon}`,
    reason: 'outcome',
    until: true,
    moves: true,
  },
  'behind an earlier one of its chat': { earlier: `run_at = run_at`, reason: 'order', moves: true },
  'behind one that is held for its status': {
    earlier: `status = 'unknown', lease_until = ${soon}`,
    reason: 'order',
    moves: true,
  },
  'throttled by the provider': {
    queue: `blocked_until = ${soon}, blocked_for = 'throttled'`,
    reason: 'number_throttled',
    until: true,
    blocked: 'number_throttled',
    moves: true,
  },
  'refused by the provider': {
    queue: `blocked_until = ${soon}, blocked_for = 'refused'`,
    reason: 'number_refused',
    until: true,
    blocked: 'number_refused',
    moves: false,
  },
  'behind an outage of the provider': {
    queue: `blocked_until = ${soon}, blocked_for = 'outage'`,
    reason: 'provider_outage',
    until: true,
    blocked: 'provider_outage',
    moves: false,
  },
  'tried before an outage of the provider': {
    job: `run_at = ${soon}, waits_for = 'retry'`,
    queue: `blocked_until = ${soon}, blocked_for = 'outage'`,
    reason: 'provider_outage',
    until: true,
    blocked: 'provider_outage',
    moves: false,
  },
  'of a number that is not connected': {
    queue: 'connected = false',
    reason: 'number_offline',
    blocked: 'number_offline',
    moves: false,
  },
  'of a paused number': { queue: `status = 'paused'`, reason: 'number_paused', blocked: 'number_paused', moves: false },
  'of a paused number, held for the customer': {
    queue: `status = 'paused'`,
    job: `run_at = ${soon}, waits_for = 'window_closed'`,
    reason: 'number_paused',
    blocked: 'number_paused',
    moves: false,
  },
  'of a paused number that is not connected': {
    queue: `status = 'paused', connected = false`,
    reason: 'number_paused',
    blocked: 'number_paused',
    moves: false,
  },
  'of a number that drains what came before it': {
    queue: `status = 'draining', drain_mark = 'msg_0'`,
    reason: 'number_draining',
    moves: true,
  },
  'scheduled at a paused number': {
    queue: `status = 'paused'`,
    job: `due_at = ${soon}, run_at = ${soon}`,
    reason: 'schedule',
    until: true,
    blocked: 'number_paused',
    moves: false,
  },
}

const withoutEstimate = [
  'window_closed',
  'outcome',
  'number_refused',
  'provider_outage',
  'number_offline',
  'number_paused',
  'number_draining',
]

describe('why a message waits', () => {
  it.each(Object.entries(situations))(
    'is true of a message that is %s, and so is what the queue says',
    async (name, situation) => {
      const connected = await fixture.connectNumber()
      const { messages, queues } = fixture.service.clients.messaging
      const caller = fixture.service.as(connected.workspace)
      const phone = freshPhone()
      // The rate is too low for the dispatcher to send anything during the setup.
      await fixture.service.rows(queueIs(`rate_per_second = 0.001, tokens = -1000, tokens_at = now()`), [
        connected.number,
      ])
      const earlier = situation.earlier && (await messages.send.mutate({ phone, message: 'first' }, caller))
      const { id } = await messages.send.mutate({ phone, message: 'x' }, caller)
      if (earlier && situation.earlier) await fixture.service.rows(jobIs(situation.earlier), [earlier.id])
      if (situation.job) await fixture.service.rows(jobIs(situation.job), [id])
      if (situation.queue) await fixture.service.rows(queueIs(situation.queue), [connected.number])
      const { waiting, estimatedSendAt } = await messages.get.query({ id }, caller)
      expect(waiting?.reason).toBe(situation.reason)
      expect(Boolean(waiting?.until)).toBe(situation.until ?? false)
      const mayEstimate =
        !withoutEstimate.includes(situation.reason) &&
        situation.moves &&
        name !== 'behind one that is held for its status'
      expect(estimatedSendAt !== null).toBe(mayEstimate)
      const queue = await queues.get.query({ id: connected.number }, caller)
      expect(queue.blocked?.reason ?? null).toBe(situation.blocked ?? null)
      expect(queue.etaMs !== null).toBe(situation.moves)
    },
  )

  it('is the throttle of the provider, and then nothing, when the provider throttles the number', async () => {
    const connected = await fixture.connectNumber()
    const { messages, queues } = fixture.service.clients.messaging
    const caller = fixture.service.as(connected.workspace)
    const control = simulatorControl({ baseUrl: fixture.simulator.url })
    await control.simulate(connected.phoneNumberId, { outage: { kind: 'throttle', seconds: 8 } })
    const { id } = await messages.send.mutate({ phone: freshPhone(), message: 'x' }, caller)
    const waiting = async () => (await messages.get.query({ id }, caller)).waiting?.reason
    const blocked = async () => (await queues.get.query({ id: connected.number }, caller)).blocked?.reason
    await until(async () => (await waiting()) === 'number_throttled' && (await blocked()) === 'number_throttled')
    await until(async () => (await messages.get.query({ id }, caller)).status === 'sent', { timeoutMs: 60_000 })
  })
})
