import { setTimeout as pause } from 'node:timers/promises'
import { startReceiver, until } from '@posthorn/testkit'
import { eachOf, listen } from '@posthorn/testkit/system'
import { all, type Outcome, type ProofFixture } from '../proof.ts'
import { makeEvents } from './events.ts'

type Delivery = { id: string; status: string; attempts: number }

/** Returns a webhook's deliveries. */
const deliveriesOf = (fixture: ProofFixture, webhookId: string): Promise<Delivery[]> =>
  fixture.rows<Delivery>('select id, status, attempts from webhooks.delivery where webhook_id = $1', [webhookId])

/** Identifies a delivery: its webhook by the path, and its event. */
const keyOf = ({ path, headers }: { path: string; headers: Readonly<Record<string, string>> }) =>
  `${path} ${headers['webhook-id']}`

/** E3: the dispatcher is killed with 500 deliveries in progress. Half of them are getting their responses at that moment. */
export async function killedInFlight(fixture: ProofFixture): Promise<Outcome> {
  // A quarter of this, the maximum for one workspace, is enough for all deliveries.
  const system = await fixture.system({ RETRY_SCALE: '1', DELIVERY_CONCURRENCY: '2000' })
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  let dead = false
  await using receiver = await startReceiver({
    respond: async (_, i) => {
      if (dead) return {}
      if (i % 2 === 1) return { hang: true }
      await released
      return {}
    },
  })
  const webhooks = await eachOf(50, 5, (i) =>
    system.ok<{ id: string }>('POST', '/v1/webhooks', {
      body: { url: `${receiver.url}/${i}`, events: ['contact:created'] },
    }),
  )
  await makeEvents(system, 10)
  await until(() => receiver.requests.length === 500, { timeoutMs: 30_000, describe: '500 in flight' })
  release()
  await until(() => receiver.requests.filter(({ status }) => status === 200).length >= 100)
  await fixture.killAndWait('webhooks')
  dead = true
  const killedAt = Date.now()
  const inFlight = receiver.requests.slice(0, 500)
  const answered = new Set(inFlight.filter(({ status }) => status === 200).map(keyOf))
  const found = async () => (await Promise.all(webhooks.map(({ id }) => deliveriesOf(fixture, id)))).flat()
  const recorded = (await found()).filter(({ status }) => status === 'succeeded').length
  const done = async () => (await found()).every(({ status }) => status === 'succeeded')
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
  const deliveries = await until(
    async () => {
      const found = await deliveriesOf(fixture, webhook.id)
      return found.length === count && found.every(({ status }) => status === 'succeeded') && found
    },
    { timeoutMs: 90_000, describe: 'every event to be delivered' },
  )
  const attempts = await fixture.rows<{ delivery_id: string; number: number }>(
    `select a.delivery_id, a.number from webhooks.attempt a
     join webhooks.delivery d on d.workspace_id = a.workspace_id and d.id = a.delivery_id where d.webhook_id = $1`,
    [webhook.id],
  )
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
