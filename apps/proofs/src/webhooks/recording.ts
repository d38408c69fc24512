import { setTimeout as pause } from 'node:timers/promises'
import { until } from '@posthorn/testkit'
import { listen } from '@posthorn/testkit/system'
import { all, type Outcome } from '../check.ts'
import type { ProofFixture } from '../proof.fixture.ts'
import { allInStatus, attemptsOf, makeEvents } from './events.ts'

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

async function refusals(fixture: ProofFixture): Promise<number> {
  const [row] = await fixture.rows<{ count: number }>(
    'select case when is_called then last_value else 0 end::int as count from webhooks.refused',
  )
  return row?.count ?? 0
}
