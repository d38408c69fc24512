import { setTimeout as pause } from 'node:timers/promises'
import { type Receiver, startReceiver, until } from '@posthorn/testkit'
import { type Listening, listen, type RunningSystem } from '@posthorn/testkit/system'
import { quiescence, repeat } from '../load.ts'
import { all, type Outcome, type ProofFixture } from '../proof.ts'
import { makeEvents } from './events.ts'

/** Counts the requests from `firstIndex` on, and how many of them have a signature that matches the receiver's secret. */
const verifiedSince = ({ requests }: Receiver, firstIndex: number) => ({
  all: requests.length - firstIndex,
  verified: requests.slice(firstIndex).filter(({ verified }) => verified === true).length,
})

const settleMs = 1_500

/** E14: the signing secret changes under load, with and without a grace period. */
export async function rotatedSecret(fixture: ProofFixture): Promise<Outcome> {
  const system = await fixture.system()
  await using old = await startReceiver()
  await using fresh = await startReceiver()
  const body = { urls: [`${old.url}/old`, `${fresh.url}/new`], events: ['contact:created'] }
  const { id, signingSecret } = await system.ok<{ id: string; signingSecret: string }>('POST', '/v1/webhooks', { body })
  old.useSecret(signingSecret)
  const rotate = async (graceHours: number) =>
    (await system.ok<{ signingSecret: string }>('POST', `/v1/webhooks/${id}/rotate-secret`, { body: { graceHours } }))
      .signingSecret
  const load = repeat(10, () => makeEvents(system, 2))
  await until(() => old.requests.length > 20)
  const second = await rotate(24)
  // Deliveries signed before the rotation arrive within this time.
  await pause(settleMs)
  fresh.useSecret(second)
  const freshFrom = fresh.requests.length + 10
  await until(() => fresh.requests.length > freshFrom + 40)
  const [withOld, withNew] = [verifiedSince(old, 0), verifiedSince(fresh, freshFrom)]
  const third = await rotate(0)
  await pause(settleMs)
  const from = [old.requests.length + 10, fresh.requests.length + 10] as const
  await until(() => old.requests.length > from[0] + 20 && fresh.requests.length > from[1] + 20)
  const [afterOld, afterSecond] = [verifiedSince(old, from[0]), verifiedSince(fresh, from[1])]
  old.useSecret(third)
  const thirdFrom = old.requests.length + 10
  await until(() => old.requests.length > thirdFrom + 20)
  await load.stop()
  const withThird = verifiedSince(old, thirdFrom)
  await quiescence(fixture)
  await system.ok('DELETE', `/v1/webhooks/${id}`)
  const part = ({ verified, all: of }: { verified: number; all: number }) => `${verified} of ${of}`
  return all(
    `grace 24 h: ${part(withOld)} verified with the old secret, ${part(withNew)} with the new; grace 0: ${part(afterOld)} and ${part(afterSecond)} with those before, ${part(withThird)} with the newest`,
    {
      'with grace both verify everything': withOld.verified === withOld.all && withNew.verified === withNew.all,
      'without grace those before fail at once': afterOld.verified + afterSecond.verified === 0,
      'and the newest verifies everything': withThird.verified === withThird.all,
    },
  )
}

/**
 * Preloaded into every process of the system. Lets signals set the webhooks service's clock, like libfaketime: ten minutes fast, then ten
 * minutes slow, then back to the correct time. Timers are unaffected.
 */
export const movedClock: string = `--import=data:text/javascript,${encodeURIComponent(`
if (process.argv[1]?.includes('/apps/webhooks/')) {
  const Real = Date, shifts = [600_000, -600_000, 0]
  let shift = 0
  process.on('SIGUSR2', () => (shift = shifts.shift() ?? 0))
  globalThis.Date = class Date extends Real {
    constructor(...args) { if (args.length === 0) super(Real.now() + shift); else super(...args) }
    static now() { return Real.now() + shift }
  }
}`)}`

/** Counts the log lines that report a wrong clock. */
const alarms = (system: RunningSystem) => system.output.split('clock.skewed').length - 1

/** Delivers one event to a receiver that fails four times, while the dispatcher's clock is wrong. */
async function withWrongClock(fixture: ProofFixture, system: RunningSystem, webhook: Listening) {
  const { requests } = webhook.receiver
  const first = requests.length
  webhook.receiver.respondWith((_, i) => ({ status: i - first < 4 ? 500 : 200 }))
  fixture.signal('webhooks', 'SIGUSR2')
  const begun = performance.now()
  await makeEvents(system, 1)
  await until(() => requests.some(({ status }, i) => i >= first && status === 200), { timeoutMs: 20_000 })
  const seconds = (performance.now() - begun) / 1000
  const verified = requests.slice(first).filter((request) => request.verified === true).length
  return { seconds, attempts: requests.length - first, verified }
}

/**
 * E19: the webhooks service's clock is ten minutes fast, then slow, which is more than the five minutes that receivers tolerate. Retries
 * and signatures must follow the database's clock, and a warning must be logged.
 */
export async function wrongClock(fixture: ProofFixture): Promise<Outcome> {
  const system = await fixture.freshSystem({ NODE_OPTIONS: movedClock, LOG_LEVEL: 'warn' })
  await using webhook = await listen(system, { events: ['contact:created'] })
  const runs = [await withWrongClock(fixture, system, webhook), await withWrongClock(fixture, system, webhook)]
  await until(() => alarms(system) > 0, { timeoutMs: 5_000 }).catch(() => undefined)
  const reported = alarms(system)
  fixture.signal('webhooks', 'SIGUSR2')
  const text = runs.map(
    ({ seconds, attempts, verified }, i) =>
      `10 min ${i === 0 ? 'fast' : 'slow'}: ${attempts} attempts in ${seconds.toFixed(1)} s, ${verified} verified`,
  )
  return all(`${text.join('; ')}; ${reported === 0 ? 'no alarm' : 'alarm clock.skewed'}`, {
    // With the schedule's times divided by 500, the attempts take at least 0.01 + 0.06 + 0.6 + 3.6 s.
    'tries follow the clock of the database': runs.every(
      ({ seconds, attempts }) => attempts === 5 && seconds > 4 && seconds < 9,
    ),
    'every signature verifies': runs.every(({ attempts, verified }) => attempts === verified),
    'an alarm reports the clock': reported > 0,
  })
}
