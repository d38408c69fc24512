import { setTimeout as pause } from 'node:timers/promises'
import { until } from '@posthorn/testkit'
import { type CallLogEntry, type RunningSystem, startReplica } from '@posthorn/testkit/system'
import { all, type Outcome, type ProofFixture } from '../proof.ts'
import { busiestSecond, callsFor, openSwitch, queueMany, releasedAtOnce, takenTwice } from './provider.ts'

const levelPerSecond = 80

/** Waits until at most `most` messages are still waiting. Queries the database, because reading the call log pauses the provider. */
async function untilFewWait(fixture: ProofFixture, ids: readonly string[], opts: { most: number; timeoutMs: number }) {
  const isSo = async () => (await fixture.count('messaging.send_job where message_id = any($1)', [ids])) <= opts.most
  await until(async () => (await isSo()) || pause(250).then(() => false), {
    timeoutMs: opts.timeoutMs,
    describe: `at most ${opts.most} messages to be still waiting`,
  })
}

/** Waits until none of these messages waits any more. Returns their provider calls. */
async function allCalled(
  fixture: ProofFixture,
  system: RunningSystem,
  { ids, timeoutMs }: { ids: readonly string[]; timeoutMs: number },
): Promise<CallLogEntry[]> {
  await untilFewWait(fixture, ids, { most: 0, timeoutMs })
  return callsFor(system, ids)
}

/** Returns the times of calls in order, in milliseconds since 1970. */
const timesOf = (calls: readonly CallLogEntry[]) => calls.map(({ at }) => Date.parse(at)).sort((a, b) => a - b)
/** Returns the time from the first to the last. */
const spanMs = (times: readonly number[]) => (times.at(-1) ?? 0) - (times[0] ?? 0)

/** C5: a long queue is sent at the number's rate, and never faster. */
export async function levelOfTheNumber(fixture: ProofFixture): Promise<Outcome> {
  const system = await fixture.system()
  const ids = await releasedAtOnce(system, () => queueMany(system, 2_000, { firstPhone: 50_000 }))
  const calls = await allCalled(fixture, system, { ids, timeoutMs: 120_000 })
  const perSecond = (calls.length - 1) / (spanMs(timesOf(calls)) / 1000)
  const throttled = calls.filter(({ accepted }) => !accepted).length
  return all(
    `${ids.length} sent at ${perSecond.toFixed(1)}/s, at most ${busiestSecond(calls)} in any second, ${throttled} refused with 130429`,
    {
      'no second above the level': busiestSecond(calls) <= levelPerSecond,
      'at least 72/s': perSecond >= 72,
      'each once': calls.length - throttled === ids.length && takenTwice(calls).length === 0,
    },
  )
}

/** C6: one recipient gets more messages than the provider allows. Other recipients are unaffected. */
export async function pairOfOne(fixture: ProofFixture): Promise<Outcome> {
  const system = await fixture.system()
  const burst = 45
  const friend = { phone: '+4915999000001', message: 'c6', order: 'none' }
  const [mine, others] = await releasedAtOnce(system, async () => [
    (await system.post<{ id: string }[]>('/v1/messages/batch', { messages: Array(burst + 4).fill(friend) })).map(
      ({ id }) => id,
    ),
    await queueMany(system, 200, { firstPhone: 53_000 }),
  ])
  const callsToOthers = await allCalled(fixture, system, { ids: others, timeoutMs: 60_000 })
  const callsToFriend = await allCalled(fixture, system, { ids: mine, timeoutMs: 90_000 })
  const begun = Math.min(...timesOf([...callsToOthers, ...callsToFriend]))
  const othersMs = Math.max(...timesOf(callsToOthers)) - begun
  const taken = timesOf(callsToFriend.filter(({ accepted }) => accepted))
  // After the burst, the provider accepts one message every 6 s, counted from the first one.
  const early = taken.filter((time, i) => i >= burst && time - (taken[0] ?? 0) < (i - burst + 1) * 6_000 - 100)
  const refused = [...callsToFriend, ...callsToOthers].length - taken.length - callsToOthers.length
  const failed = await fixture.count(`messaging.message where id = any($1) and status = 'failed'`, [
    [...mine, ...others],
  ])
  return all(
    `200 others within ${othersMs} ms; ${taken.length} to the one in ${(spanMs(taken) / 1000).toFixed(1)} s, ${early.length} too early, ${refused} refused by the provider, ${failed} failed`,
    {
      'others within 5 s': othersMs <= 5_000,
      'paced at 6 s once the burst is used': taken.length === burst + 4 && early.length === 0,
      'no failures': failed === 0,
    },
  )
}

const stoppedMs = 3_000
const sentFirst = 150

type Signal = (name: NodeJS.Signals) => unknown
type SecondDispatcher = AsyncDisposable & { sends: readonly number[]; signalServing(): Signal }

/**
 * Starts a second process of messaging, which calls the provider through its own switch. `sends`: when it did so. `signalServing` returns
 * how to signal the dispatcher that serves the number now: a number has one at a time, so it is the second one as soon as that has called.
 */
export async function startSecondDispatcher(fixture: ProofFixture, system: RunningSystem): Promise<SecondDispatcher> {
  await using opened = new AsyncDisposableStack()
  const { url, sends } = opened.use(await openSwitch(system.account.simulator))
  const second = opened.use(await startReplica(system, 'messaging', { SIMULATOR_URL: url }))
  const signalServing = () => {
    const isSecond = sends.length > 0
    return (name: NodeJS.Signals) => (isSecond ? process.kill(second.pid, name) : fixture.signal('messaging', name))
  }
  const started = opened.move()
  return { sends, signalServing, [Symbol.asyncDispose]: () => started.disposeAsync() }
}

/**
 * Pauses the dispatcher that serves the number, then lets it continue. Doesn't pause it during a claim, because the claim's lock would
 * block the other dispatcher.
 */
async function pauseDispatcher(fixture: ProofFixture, signal: Signal): Promise<void> {
  const isFree = async () =>
    (await fixture.rows('select 1 from messaging.number_queue for update skip locked')).length > 0
  await until(async () => {
    signal('SIGSTOP')
    if (await isFree()) return true
    signal('SIGCONT')
    return false
  })
  await pause(stoppedMs)
  signal('SIGCONT')
}

/** C12: two dispatchers for one number. The one serving it is paused, then continues. */
export async function twoDispatchers(fixture: ProofFixture): Promise<Outcome> {
  const system = await fixture.system()
  await using second = await startSecondDispatcher(fixture, system)
  const ids = await releasedAtOnce(system, () => queueMany(system, 800, { firstPhone: 54_000 }))
  await untilFewWait(fixture, ids, { most: ids.length - sentFirst, timeoutMs: 30_000 })
  await pauseDispatcher(fixture, second.signalServing())
  const calls = await allCalled(fixture, system, { ids, timeoutMs: 60_000 })
  const refused = calls.filter(({ accepted }) => !accepted).length
  return all(
    `${ids.length} sent by two processes, the one that served the number stopped for ${stoppedMs / 1_000} s: ${second.sends.length} by the second, at most ${busiestSecond(calls)} in any second, ${refused} refused`,
    {
      'both send': second.sends.length >= 100 && second.sends.length <= 700,
      'no second above the level': busiestSecond(calls) <= levelPerSecond,
      'none refused, none twice': refused === 0 && takenTwice(calls).length === 0,
    },
  )
}
