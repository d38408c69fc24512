import { until } from '@posthorn/testkit'
import { type Listening, listen, type RunningSystem } from '@posthorn/testkit/system'
import { all, type Outcome, type ProofFixture } from '../proof.ts'
import { makeEvents } from './events.ts'

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
