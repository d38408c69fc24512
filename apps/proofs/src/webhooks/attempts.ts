import { setTimeout as pause } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { startReceiver, until } from '@posthorn/testkit'
import { eachOf, listen, phoneOf } from '@posthorn/testkit/system'
import { all, type Outcome, type ProofFixture } from '../proof.ts'
import {
  type Attempt,
  allInStatus,
  attemptsOf,
  deliveriesOf,
  makeEvents,
  productionTimes,
  webhookTo,
} from './events.ts'

/** Identifies a delivery: its webhook by the path, and its event. */
const keyOf = ({ path, headers }: { path: string; headers: Readonly<Record<string, string>> }) =>
  `${path} ${headers['webhook-id']}`

/** E3: the dispatcher is killed with 500 deliveries in progress. Half of them are getting their responses at that moment. */
export async function killedInFlight(fixture: ProofFixture): Promise<Outcome> {
  // A quarter of this, the maximum for one workspace, is enough for all deliveries.
  const system = await fixture.system({ ...productionTimes, DELIVERY_CONCURRENCY: '2000' })
  let answering: () => void = () => {}
  const released = new Promise<void>((resolve) => (answering = resolve))
  let dead = false
  await using receiver = await startReceiver({
    respond: async (_, i) => {
      if (dead) return {}
      if (i % 2 === 1) return { hang: true }
      await released
      return {}
    },
  })
  const webhooks = await eachOf(50, 5, (i) => webhookTo(system, `${receiver.url}/${i}`))
  await makeEvents(system, 10)
  await until(() => receiver.requests.length === 500, { timeoutMs: 30_000, describe: '500 in flight' })
  answering()
  await until(() => receiver.requests.filter(({ status }) => status === 200).length >= 100)
  await fixture.killAndWait('webhooks')
  dead = true
  const killedAt = Date.now()
  const inFlight = receiver.requests.slice(0, 500)
  const answered = new Set(inFlight.filter(({ status }) => status === 200).map(keyOf))
  const open = () => Promise.all(webhooks.map(({ id }) => deliveriesOf(fixture, id)))
  const recorded = (await open()).flat().filter(({ status }) => status === 'succeeded').length
  const done = async () => (await open()).flat().every(({ status }) => status === 'succeeded')
  await until(done, { timeoutMs: 60_000, describe: 'all to be delivered' })
  const again = receiver.requests.slice(500)
  const recoveredMs = Math.max(...again.map(({ receivedAtMs }) => receivedAtMs)) - killedAt
  const doubled = again.filter((request) => answered.has(keyOf(request))).length
  for (const { id } of webhooks) await system.ok('DELETE', `/v1/webhooks/${id}`)
  return all(
    `500 in flight, ${answered.size} answered, ${recorded} of them recorded; ${again.length} sent again within ${(recoveredMs / 1000).toFixed(1)} s, ${doubled} of them answered before`,
    {
      'all delivered within 35 s': recoveredMs <= 35_000,
      'only what was not recorded is sent again': again.length === 500 - recorded,
      'twice only where the answer was not recorded': doubled === answered.size - recorded,
    },
  )
}

/** E16: the process is killed halfway through a replay of a thousand events. */
export async function killedReplay(fixture: ProofFixture): Promise<Outcome> {
  const system = await fixture.system()
  const from = new Date().toISOString()
  const count = 1_000
  await makeEvents(system, count)
  const logged = () => fixture.count(`webhooks.event where kind = 'contact:created' and recorded_at > $1`, [from])
  await until(async () => (await logged()) >= count, { timeoutMs: 30_000 })
  // Created only once the log has all events, so that the webhook gets them only from the replay.
  await using webhook = await listen(system, { events: ['contact:created'] })
  const body = { from, to: new Date().toISOString() }
  const { id } = await system.ok<{ id: string }>('POST', `/v1/webhooks/${webhook.id}/replays`, { body })
  const { requests } = webhook.receiver
  await until(() => requests.length >= count / 2, { timeoutMs: 60_000, describe: 'half of the replay' })
  await fixture.killAndWait('webhooks')
  const show = () => system.ok<{ status: string; queued: number }>('GET', `/v1/webhooks/${webhook.id}/replays/${id}`)
  await until(async () => (await show()).status === 'finished', { timeoutMs: 90_000, describe: 'the replay to finish' })
  const reported = () => new Set(requests.map(({ headers }) => headers['webhook-id']))
  await until(() => reported().size === count, { timeoutMs: 60_000, describe: 'all to be delivered' })
  const { queued } = await show()
  const marked = requests.filter(({ headers }) => headers['webhook-replay'] === 'true').length
  const twice = requests.length - count
  return all(
    `${count} events replayed, killed half-way: ${queued} queued, ${reported().size} delivered, ${twice} twice, being in flight at the kill`,
    {
      'each queued once': queued === count,
      'all delivered, marked, under their own id': reported().size === count && marked === requests.length,
      'twice at most what was in flight': twice <= 5,
    },
  )
}

type AttemptLog = { attemptLog: { number: number; url: string; httpStatus: number | null }[] }

/** E17: a webhook's URL changes between the attempts of ten deliveries. */
export async function urlChangedBetween(fixture: ProofFixture): Promise<Outcome> {
  const system = await fixture.system()
  const count = 10
  await using after = await startReceiver()
  await using webhook = await listen(system, {
    events: ['contact:created'],
    respond: { status: 503, headers: { 'retry-after': '600' } },
  })
  const before = `${webhook.receiver.url}/hook`
  await makeEvents(system, 1)
  await until(async () => (await deliveriesOf(fixture, webhook.id)).some(({ attempts }) => attempts === 1))
  await makeEvents(system, count - 1)
  await until(async () => (await deliveriesOf(fixture, webhook.id)).length === count)
  const firsts = new Set((await deliveriesOf(fixture, webhook.id)).filter((d) => d.attempts > 0).map((d) => d.id))
  await system.ok('PATCH', `/v1/webhooks/${webhook.id}`, { body: { url: after.url } })
  for (const { id } of await deliveriesOf(fixture, webhook.id)) await system.call('POST', `/v1/deliveries/${id}/retry`)
  const done = await allInStatus(fixture, webhook.id, { count, statuses: ['succeeded'] })
  const logs = await Promise.all(
    done.map(async ({ id }) => ({ id, ...(await system.ok<AttemptLog>('GET', `/v1/deliveries/${id}`)) })),
  )
  const isRight = ({ id, attemptLog }: AttemptLog & { id: string }) =>
    attemptLog.every(({ url }, i) => url === (firsts.has(id) && i === 0 ? before : after.url))
  return all(
    `${firsts.size} of ${count} deliveries attempted before the change; ${after.requests.length} arrived at the new address`,
    {
      'at least one was attempted before': firsts.size > 0,
      'all arrive at the new address':
        new Set(after.requests.map(({ headers }) => headers['webhook-id'])).size === count,
      'each attempt keeps the address it went to': logs.every(isRight),
    },
  )
}

/** E21: an event's contact changes between the event's delivery attempts. */
export async function bytesOfAttempts(fixture: ProofFixture): Promise<Outcome> {
  const system = await fixture.system()
  const attempts = 4
  await using webhook = await listen(system, {
    events: ['contact:created'],
    respond: (_request, i) => (i < attempts - 1 ? { status: 500 } : {}),
  })
  const { requests } = webhook.receiver
  const { id } = await system.post('/v1/contacts', { phone: phoneOf(58_000), name: 'As created' })
  for (let i = 1; i < attempts; i++) {
    await until(() => requests.length >= i)
    await system.ok('PATCH', `/v1/contacts/${id}`, { body: { name: `Changed ${i} "<&>" é` } })
  }
  await allInStatus(fixture, webhook.id, { count: 1, statuses: ['succeeded'] })
  const bodies = new Set(requests.map(({ body }) => body.toString('base64')))
  const signatures = new Set(requests.map(({ headers }) => headers['webhook-signature']))
  const event = requests[0]?.headers['webhook-id'] ?? ''
  const logged = await system.ok<object>('GET', `/v1/events/${event}`)
  return all(`${requests.length} attempts, ${bodies.size} form of the bytes, ${signatures.size} signatures`, {
    'four attempts': requests.length === attempts,
    'the bytes are the same at each': bodies.size === 1,
    'each is signed and verifies': requests.every(({ verified }) => verified === true),
    'they say what the log says': isDeepStrictEqual(logged, requests[0]?.json),
  })
}

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

/** Errors that Postgres raises instead of writing: disk full, serialization failure, lock timeout, internal error. */
const errors = ['53100', '40001', '55P03', 'XX000'] as const
const rounds = 10
const eventsInRound = 30

/** E4: Postgres fails half of the transactions that record attempts, with four different errors. */
export async function errorsWhileRecording(fixture: ProofFixture): Promise<Outcome> {
  const system = await fixture.system()
  const { webhooks } = system.run.processes
  await using webhook = await listen(system, { events: ['contact:created'] })
  await breakRecording(fixture)
  try {
    for (let round = 0; round < rounds; round++) {
      await makeEvents(system, eventsInRound)
      await pause(500)
    }
    await until(async () => (await refusals(fixture)) >= 20, { timeoutMs: 60_000, describe: 'refused records' })
  } finally {
    await fixture.rows('drop trigger refusing on webhooks.attempt')
  }
  const count = rounds * eventsInRound
  const deliveries = await allInStatus(fixture, webhook.id, { count, statuses: ['succeeded'], timeoutMs: 90_000 })
  const attempts = await attemptsOf(fixture, webhook.id)
  const recorded = new Set(attempts.map(({ delivery_id, number }) => `${delivery_id} ${number}`))
  const { requests } = webhook.receiver
  const refused = await refusals(fixture)
  return all(
    `${refused} records refused with ${errors.join(', ')}; ${deliveries.length} events delivered with ${requests.length} requests, ${attempts.length} attempts recorded`,
    {
      'every event arrived': new Set(requests.map(({ headers }) => headers['webhook-id'])).size === count,
      'each attempt is recorded once': recorded.size === attempts.length && attempts.length >= count,
      'counted as they are recorded':
        deliveries.reduce((sum, delivery) => sum + delivery.attempts, 0) === attempts.length,
      'nothing is sent again that could be recorded a moment later': requests.length === attempts.length,
      'the process continued': system.run.processes['webhooks']?.pid === webhooks?.pid,
    },
  )
}

/** Makes half of the recording statements fail. Counts with a sequence, because it isn't rolled back. */
async function breakRecording(fixture: ProofFixture): Promise<void> {
  const list = errors.map((code) => `'${code}'`).join(', ')
  await fixture.rows('create sequence if not exists webhooks.refused')
  await fixture.rows(`create or replace function webhooks.refuse_half() returns trigger security definer language plpgsql as $$
    begin
      if random() < 0.5 then
        perform nextval('webhooks.refused');
        raise exception 'refused by the proof' using errcode = (array[${list}])[1 + floor(random() * ${errors.length})::int];
      end if;
      return null;
    end $$`)
  await fixture.rows(
    'create trigger refusing before insert on webhooks.attempt for each statement execute function webhooks.refuse_half()',
  )
}

/** Returns how many recording statements have failed so far. */
async function refusals(fixture: ProofFixture): Promise<number> {
  const [row] = await fixture.rows<{ count: number }>(
    'select case when is_called then last_value else 0 end::int as count from webhooks.refused',
  )
  return row?.count ?? 0
}
