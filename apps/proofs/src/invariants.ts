import { until } from '@posthorn/testkit'
import type { RunningSystem } from '@posthorn/testkit/system'
import { acceptedCalls, callLog, eventLog, type Listening } from '@posthorn/testkit/system'
import type { ProofFixture } from './proof.fixture.ts'

/** The facts to compare with the invariants: ids answered with 201, and receivers with the kinds they cover. */
export type Witnesses = { accepted?: readonly string[]; receivers?: readonly Listening[] }

const finalStates = `('sent', 'delivered', 'read', 'played', 'failed', 'expired', 'canceled', 'received')`

/** Queries that find nothing while an invariant of the design holds, over the schemas of all services. */
const queries: Readonly<Record<string, string>> = {
  'I2 one message for a reference': `select reference from messaging.message
    where reference like 'load-%' group by workspace_id, reference having count(*) > 1`,
  'I3 a job for each open message': `select m.id from messaging.message m left join messaging.send_job j on j.message_id = m.id
    where m.direction = 'out' and (m.status not in ${finalStates}) <> (j.message_id is not null) and
      not (j.state = 'unknown' and m.status <> 'sending')`,
  'I4 nothing is open past its validity': `select id from messaging.message
    where direction = 'out' and status not in ${finalStates} and expires_at < now() - interval '5 minutes'`,
  'I7 every event reached the bus': `select id from (${['messaging', 'contacts', 'groups', 'numbers', 'webhooks']
    .map((service) => `select id from ${service}.outbox where published_at is null`)
    .join(' union all ')}) waiting`,
  'I7 every public event is in the log': `select o.id from messaging.outbox o left join webhooks.event e on e.id = o.id
    where o.kind in ('message:in', 'message:out', 'message:ack', 'message:failed', 'chat:updated') and e.id is null`,
  'I7 nothing was put aside': `select event_id from (${['messaging', 'contacts', 'groups', 'numbers', 'webhooks']
    .map((service) => `select event_id from ${service}.dead_event`)
    .join(' union all ')}) dead`,
  'I8 one delivery for event and endpoint': `select event_id from webhooks.delivery
    group by event_id, endpoint_id having count(*) > 1`,
  'I9 a job for each open delivery': `select d.id from webhooks.delivery d left join webhooks.delivery_job j
    on j.workspace_id = d.workspace_id and j.delivery_id = d.id
    where (d.state in ('waiting', 'parked')) <> (j.delivery_id is not null)`,
  'the log has no gap': `select workspace_id from webhooks.event group by workspace_id having max(sequence) <> count(*)`,
}

/** Waits until nothing is on its way: no message due, no event unpublished, no delivery waiting, no callback unpacked. */
export async function quiescence(fixture: ProofFixture, timeoutMs = 240_000): Promise<void> {
  const open = `select (select count(*) from messaging.send_job where run_at < now() + interval '1 hour')
    + (select count(*) from webhooks.delivery_job where parked_at is null and run_at < now() + interval '1 hour')
    + (select count(*) from messaging.outbox where published_at is null)
    + (select count(*) from numbers.outbox where published_at is null) as open`
  let quiet = 0
  await until(
    async () => {
      const [row] = await fixture.rows<{ open: string }>(open)
      quiet = row?.open === '0' ? quiet + 1 : 0
      // What is between two services stands in neither table for a moment.
      return quiet > 10
    },
    { timeoutMs, describe: 'nothing to be on its way' },
  )
}

const handOverMs = 40_000

/** Waits for quiescence and answers the invariants that do not hold, with how often. */
export async function brokenInvariants(
  fixture: ProofFixture,
  system: RunningSystem,
  by: Witnesses = {},
): Promise<string[]> {
  const broken: string[] = []
  await quiescence(fixture).catch(() => broken.push('it never came to rest'))
  for (const [name, query] of Object.entries(queries)) {
    // What a consumer held when it died is handed to another only then.
    await until(async () => (await fixture.rows(query)).length === 0, { timeoutMs: handOverMs }).catch(() => {})
    const rows = await fixture.rows(query)
    if (rows.length > 0) broken.push(`${name}: ${rows.length} broken`)
  }
  const { accepted = [], receivers = [] } = by
  const lost = await fixture.rows(
    'select id from unnest($1::text[]) as id where not exists (select 1 from messaging.message m where m.id = id.id)',
    [accepted],
  )
  if (lost.length > 0) broken.push(`I1 accepted and gone: ${lost.length}`)
  const twice = [...acceptedCalls(await callLog(system))].filter(([, calls]) => calls > 1)
  if (twice.length > 0) broken.push(`I5 taken twice by the provider: ${twice.length}`)
  for (const receiver of receivers) broken.push(...(await brokenAtReceiver(system, receiver)))
  return broken
}

async function brokenAtReceiver(system: RunningSystem, { receiver, received, covers }: Listening): Promise<string[]> {
  const broken: string[] = []
  const bodies = new Map<string, string>()
  let changed = 0
  for (const { headers, body } of receiver.requests) {
    const id = headers['webhook-id'] ?? ''
    const text = body.toString('base64')
    changed += (bodies.get(id) ?? text) === text ? 0 : 1
    bodies.set(id, text)
  }
  if (changed > 0) broken.push(`I10 bytes differ between attempts: ${changed}`)
  const unverified = receiver.requests.filter(({ verified }) => verified !== true).length
  if (unverified > 0) broken.push(`I11 not verified: ${unverified}`)
  const first = Math.min(...received().map(({ sequence }) => sequence))
  const got = new Set(received().map(({ id }) => id))
  const wanted = (await eventLog(system)).filter(({ event, sequence }) => sequence >= first && covers(event))
  const missing = wanted.filter(({ id }) => !got.has(id))
  if (missing.length > 0) broken.push(`I8 not delivered: ${missing.length}`)
  return broken
}

/** Invariants as part of a figure. */
export function invariantText(broken: readonly string[]): string {
  return broken.length === 0 ? 'invariants hold' : `invariants broken: ${broken.join(', ')}`
}
