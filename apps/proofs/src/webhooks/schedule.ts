import { setTimeout as pause } from 'node:timers/promises'
import { until } from '@posthorn/testkit'
import { listen } from '@posthorn/testkit/system'
import { all, type Outcome } from '../check.ts'
import type { ProofFixture } from '../proof.fixture.ts'
import { type Attempt, allInStatus, attemptsOf, deliveriesOf, makeEvents } from './events.ts'

const hour = 3_600_000
/** The documented schedule, as milliseconds before each attempt. */
const pausesMs = [0, 5_000, 30_000, 300_000, 1_800_000, ...[2, 5, 10, 14, 20, 24, 24].map((hours) => hours * hour)]

/** How many milliseconds late an attempt may be on a busy machine. */
const lateMs = 400

/** Returns the pauses between a delivery's attempts, from the end of one to the start of the next. */
function pausesOf(attempts: readonly Attempt[], delivery: string): number[] {
  const mine = attempts.filter(({ delivery_id }) => delivery_id === delivery)
  return mine.slice(1).map(({ started_ms }, i) => {
    const before = mine[i]
    return started_ms - (before === undefined ? 0 : before.started_ms + before.latency_ms)
  })
}

/** E2: a receiver that always fails, with the schedule's times divided by 10,000. */
export async function wholeSchedule(fixture: ProofFixture): Promise<Outcome> {
  const scale = 0.0001
  const system = await fixture.freshSystem({ RETRY_SCALE: String(scale) })
  await using watching = await listen(system, { events: ['webhook:*'] })
  await using webhook = await listen(system, { events: ['contact:created'], respond: { status: 500 } })
  await makeEvents(system, 5)
  const done = await allInStatus(fixture, webhook.id, { count: 5, statuses: ['exhausted'], timeoutMs: 90_000 })
  const attempts = await attemptsOf(fixture, webhook.id)
  const pauses = done.map(({ id }) => pausesOf(attempts, id))
  const early = pauses.flat().filter((ms, i) => ms < (pausesMs[(i % 11) + 1] ?? 0) * scale - 2)
  const late = pauses.flat().filter((ms, i) => ms > (pausesMs[(i % 11) + 1] ?? 0) * scale * 1.2 + lateMs)
  const reported = () => watching.received().filter(({ event }) => event === 'webhook:exhausted').length
  await until(() => reported() === done.length, { timeoutMs: 5_000 }).catch(() => undefined)
  const spans = pauses.map((of) => of.reduce((sum, ms) => sum + ms, 0) / 1000)
  return all(
    `${done.length} deliveries of ${[...new Set(done.map((d) => d.attempts))].join('/')} attempts over ${Math.min(...spans).toFixed(1)} to ${Math.max(...spans).toFixed(1)} s, ${early.length} early, ${late.length} late, exhausted and announced ${reported()} times`,
    {
      '12 attempts, then no more': done.every((delivery) => delivery.attempts === 12) && attempts.length === 60,
      'each pause within [step, step + 20 %]': early.length === 0 && late.length === 0,
      'an event announces each': reported() === done.length,
    },
  )
}

/** E15: a manual retry shortly before the automatic one. */
export async function retriedByHand(fixture: ProofFixture): Promise<Outcome> {
  const system = await fixture.system()
  await using webhook = await listen(system, {
    events: ['contact:created'],
    respond: (_, i) => ({ status: i < 4 ? 500 : 200 }),
  })
  await makeEvents(system, 1)
  const { requests } = webhook.receiver
  // With the schedule's times divided by 500, the pause before the fifth attempt is at least 3.6 s.
  await until(async () => (await attemptsOf(fixture, webhook.id)).length === 4, { timeoutMs: 20_000 })
  const [delivery] = await deliveriesOf(fixture, webhook.id)
  await pause(Math.max(0, (delivery?.next_ms ?? 0) - 2_000 - Date.now()))
  const leftMs = (delivery?.next_ms ?? 0) - Date.now()
  await system.ok('POST', `/v1/deliveries/${delivery?.id}/retry`)
  await allInStatus(fixture, webhook.id, { count: 1, statuses: ['succeeded'] })
  await pause(3_500)
  const numbers = (await attemptsOf(fixture, webhook.id)).map(({ number }) => number)
  return all(`by hand ${(leftMs / 1000).toFixed(1)} s before the automatic one: attempts ${numbers.join(', ')}`, {
    'in time': leftMs > 500,
    'one attempt, numbered on': numbers.join() === '1,2,3,4,5' && requests.length === 5,
  })
}
