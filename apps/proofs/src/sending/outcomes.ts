import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { until } from '@posthorn/testkit'
import {
  allDelivered,
  type CallLogEntry,
  callLog,
  credentialsOf,
  during,
  eachOf,
  listen,
  messageOf,
  phoneOf,
} from '@posthorn/testkit/system'
import { all, type Outcome, type ProofFixture } from '../proof.ts'
import { calledAgain, callsFor, queueMany, takenTwice } from './provider.ts'

/** `tag` identifies the call in the provider's call log. */
type Attempt = { message_id: string; tag: string; outcome: string; ms: number }

/** Returns every attempt for these messages, tagged as in the call log, so that both can be compared. */
const attemptsOf = (fixture: ProofFixture, ids: readonly string[]) =>
  fixture.rows<Attempt>(
    `select message_id, message_id || ':' || attempt as tag, outcome, (extract(epoch from ended_at - started_at) * 1000)::int as ms
     from messaging.send_attempt where message_id = any($1)`,
    [ids],
  )

/** C1: for one in ten calls, the provider accepts the message and cuts the connection before responding. */
export async function cutConnections(fixture: ProofFixture): Promise<Outcome> {
  const system = await fixture.system()
  await using webhook = await listen(system, { events: ['message:ack'] })
  const ids = await during(system, { kind: 'cut', seconds: 120, share: 0.1 }, async () => {
    const queued = await queueMany(system, 300, { firstPhone: 40_000 })
    await allDelivered(system, webhook, { ids: queued, timeoutMs: 60_000 })
    return queued
  })
  const calls = await callsFor(system, ids)
  const attempts = await attemptsOf(fixture, ids)
  const unknown = attempts.filter(({ outcome }) => outcome === 'unknown')
  const slowest = Math.max(...unknown.map(({ ms }) => ms))
  // After reconnecting, calls arrive in bursts, and one may be throttled. Throttling is a response, so that call may be repeated.
  const throttled = new Set(attempts.filter(({ outcome }) => outcome === 'throttled').map(({ tag }) => tag))
  const refused = calls.filter(({ accepted }) => !accepted)
  const taken = calls.length - refused.length
  const again = calledAgain(calls).length
  return all(
    `${ids.length} messages, ${unknown.length} answers lost, unknown after at most ${slowest} ms, ${taken} calls taken, ${again} after one that was, ${refused.length} throttled, all delivered`,
    {
      'answers were lost': unknown.length >= 20,
      'one taken call for each message': taken === ids.length,
      'no other but throttled ones': refused.every(({ callbackTag }) => throttled.has(callbackTag ?? '')),
      'none after it': again === 0,
      'known to be unknown within 1 s': slowest <= 1_000,
    },
  )
}

type Job = { message_id: string; status: string }

/** C3: the dispatcher is killed with calls in progress and more messages waiting. The lease is the same as in production. */
export async function killedDispatcher(fixture: ProofFixture): Promise<Outcome> {
  // At this rate, a hundred calls have begun before the number stops calling a provider that doesn't respond.
  const rate = { NUMBER_RATE_PER_SECOND: '400' }
  const system = await fixture.freshSystem({ ...rate, LEASE_SECONDS: '30', UNKNOWN_HOLD_SECONDS: '5' })
  const { ids, claimed, killedAt } = await during(system, { kind: 'hang', seconds: 300 }, async () => {
    const queued = await queueMany(system, 250, { firstPhone: 41_000 })
    const calling = async () => (await jobs(fixture)).filter(({ status }) => status === 'calling')
    await until(async () => (await calling()).length >= 100, { timeoutMs: 30_000, describe: 'a hundred calls' })
    // Some of these messages were claimed ahead of time. Their calls are made during this pause.
    await pause(1_000)
    fixture.signal('messaging', 'SIGKILL')
    // By now, the killed dispatcher's statements in Postgres have finished, and its successor hasn't made any calls yet.
    await pause(300)
    return { ids: queued, claimed: (await calling()).map(({ message_id }) => message_id), killedAt: Date.now() }
  })
  const outcomes = () => firstOutcomes(fixture, claimed)
  await until(async () => (await outcomes()).every(({ outcome }) => outcome !== 'calling'), {
    timeoutMs: 60_000,
    describe: 'what the dead process held to be settled',
  })
  const settledAfterMs = Date.now() - killedAt
  // Counts calls and attempts once no more can follow. Waiting until there are as many calls as messages isn't enough, because a call may
  // be throttled.
  await until(async () => (await jobs(fixture)).length === 0, { timeoutMs: 60_000, describe: 'every message to end' })
  const calls = await callsFor(system, ids)
  const attempts = await attemptsOf(fixture, ids)
  // Messages that the killed dispatcher had claimed but not sent are sent with the rest. Its successor's first call may also have hung.
  const unknown = new Set(attempts.filter(({ outcome }) => outcome === 'unknown').map(({ message_id }) => message_id))
  const inDoubt = ids.filter((id) => unknown.has(id))
  const others = ids.filter((id) => !unknown.has(id))
  const again = repeatsOf(inDoubt, { calls, attempts })
  const { taken, isEachTaken, throttled } = takenOf(others, { calls, attempts })
  const sentAfterMs = Math.max(...taken.map(({ at }) => Date.parse(at))) - killedAt
  return all(
    `${inDoubt.length} under way: unknown after ${(settledAfterMs / 1000).toFixed(1)} s, ${again} called again; ${others.length} waiting: sent after ${(sentAfterMs / 1000).toFixed(1)} s, ${throttled.length} calls throttled`,
    {
      'calls were under way, and messages waited': inDoubt.length >= 100 && others.length > 0,
      'recovered within 35 s': sentAfterMs <= 35_000 && settledAfterMs <= 35_000,
      'what was under way is not called again': again === 0,
      'what waited is taken once': isEachTaken && taken.length === others.length,
      'no call but throttled ones beside': calls.length === taken.length + throttled.length,
      'none twice': takenTwice(calls).length === 0,
    },
  )
}

type Traffic = { calls: readonly CallLogEntry[]; attempts: readonly Attempt[] }

/**
 * For messages whose first call got no response, counts the calls that reached the provider and any further attempts. None may be made,
 * because the first call may have been taken.
 */
function repeatsOf(ids: readonly string[], { calls, attempts }: Traffic): number {
  const inDoubt = new Set(ids)
  const called = calls.filter((call) => inDoubt.has(messageOf(call)))
  return called.length + attempts.filter(({ message_id }) => inDoubt.has(message_id)).length - ids.length
}

/** Returns the calls for these messages that the provider accepted and those that it throttled, and whether it accepted each message. */
function takenOf(ids: readonly string[], { calls, attempts }: Traffic) {
  const ours = new Set(ids)
  const tags = new Set(attempts.filter(({ outcome }) => outcome === 'throttled').map(({ tag }) => tag))
  const mine = calls.filter((call) => ours.has(messageOf(call)))
  const taken = mine.filter(({ accepted }) => accepted)
  const throttled = mine.filter(({ accepted, callbackTag }) => !accepted && tags.has(callbackTag ?? ''))
  return { taken, throttled, isEachTaken: new Set(taken.map(messageOf)).size === ids.length }
}

/** Returns the outcome of the first call for each message. `calling` means that it is not settled. */
const firstOutcomes = (fixture: ProofFixture, ids: readonly string[]) =>
  fixture.rows<Pick<Attempt, 'message_id' | 'outcome'>>(
    'select message_id, outcome from messaging.send_attempt where message_id = any($1) and attempt = 1',
    [ids],
  )

/** Returns the messages that have not ended. */
const jobs = (fixture: ProofFixture) => fixture.rows<Job>('select message_id, status from messaging.send_job')

/** C-twin: a sender that repeats a call whose response was lost, as many do. C1 must catch it. */
export async function blindRepeat(fixture: ProofFixture): Promise<Outcome> {
  const system = await fixture.system()
  const { phoneNumberId, accessToken } = await credentialsOf(system, system.account.number)
  const before = (await callLog(system)).length
  const sends = 100
  const send = async (i: number): Promise<void> => {
    const message = { messaging_product: 'whatsapp', to: phoneOf(42_000 + i), type: 'text', text: { body: 'twin' } }
    const body = { ...message, biz_opaque_callback_data: `twin_${randomUUID()}:1` }
    const call = () =>
      fetch(`${system.account.simulator}/v24.0/${phoneNumberId}/messages`, {
        method: 'POST',
        headers: { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
    await call().catch(call)
  }
  await during(system, { kind: 'cut', seconds: 60, share: 0.1 }, () => eachOf(sends, 4, send))
  const calls = (await callLog(system, before)).filter((entry) => messageOf(entry).startsWith('twin_'))
  const caught = takenTwice(calls).length
  return all(
    `a sender that repeats lost answers: ${caught} of ${sends} messages taken twice, seen by the check of C1`,
    { 'the check sees it': caught > 0 },
  )
}
