import { setTimeout as pause } from 'node:timers/promises'
import { copiedId, copyRow, startReceiver, until } from '@posthorn/testkit'
import { callLog, type Event, phoneOf, type RunningSystem } from '@posthorn/testkit/system'
import { quantile, type Sent, sendUntilAccepted } from '../load.ts'
import type { ProofFixture } from '../proof.ts'
import { all, type Outcome } from '../proof.ts'
import { TenantFixture } from '../scenarios/contract/tenant.fixture.ts'

const backlog = 100_000
const probes = 60
const probePauseMs = 250
const boundMs = 1_000

/** Returns when the provider was called for each message, in milliseconds since 1970. Tags in the call log begin with the message's id. */
async function calledAt(system: RunningSystem): Promise<Map<string, number>> {
  return new Map(
    (await callLog(system)).map(({ callbackTag, at }) => [callbackTag.split(':')[0] ?? '', Date.parse(at)]),
  )
}

/** Copies a waiting message until the queue is long enough, then waits until sending starts. */
async function sendBacklog(fixture: ProofFixture, system: RunningSystem, id: string): Promise<void> {
  const common = { where: 'id = $1', params: [id], count: backlog }
  const recipient = `'recipient', '4915' || (200000000 + i), 'ordered', false`
  await copyRow(fixture, {
    ...common,
    table: 'messaging.message',
    changes: `jsonb_build_object('id', ${copiedId('id')}, ${recipient})`,
  })
  await copyRow(fixture, {
    ...common,
    table: 'messaging.send_job',
    where: 'message_id = $1',
    changes: `jsonb_build_object('message_id', ${copiedId('message_id')}, ${recipient})`,
  })
  await system.ok('POST', `/v1/numbers/${system.account.number}/queue/resume`)
  await until(async () => (await callLog(system)).length > 50, {
    timeoutMs: 30_000,
    describe: 'the backlog to be sent',
  })
}

/**
 * G3: one workspace has 100,000 queued messages, while another sends occasionally. Promise: a full queue of one workspace does not delay
 * another.
 */
export async function quietSender(fixture: ProofFixture): Promise<Outcome> {
  const system = await fixture.freshSystem()
  await using receiver = await startReceiver()
  const other = await TenantFixture.create(system, 'G3', receiver.url)
  const queue = `/v1/numbers/${system.account.number}/queue`
  await system.ok('POST', `${queue}/pause`)
  const { id } = await system.post('/v1/messages', { phone: phoneOf(51_000), message: 'g3' })
  await sendBacklog(fixture, system, id)
  const sent: Sent[] = []
  for (let i = 0; i < probes; i++) {
    sent.push(
      await sendUntilAccepted(system, { phone: phoneOf(52_000 + i), reference: `g3-${i}`, key: other.keys.all }),
    )
    await pause(probePauseMs)
  }
  await until(
    async () => {
      const called = await calledAt(system)
      return sent.every(({ id: message }) => called.has(message))
    },
    { timeoutMs: 30_000, describe: 'the other workspace to be served' },
  )
  const called = await calledAt(system)
  const waits = sent.map((message) => (called.get(message.id) ?? Number.POSITIVE_INFINITY) - message.acceptedAtMs)
  const [left] = await fixture.rows<{ count: string }>('select count(*) from messaging.send_job')
  await fixture.end()
  return all(
    `${left?.count} still waiting in one workspace; the other p50 ${quantile(waits, 0.5)} ms, p99 ${quantile(waits, 0.99)} ms`,
    {
      'the backlog lasted': Number(left?.count) > backlog / 2,
      'p99 at most 1 s': quantile(waits, 0.99) <= boundMs,
    },
  )
}

/**
 * G4: one workspace has 100,000 deliveries to a dead receiver, while another has a live receiver. Promise: a dead receiver of one workspace
 * does not delay the deliveries of another.
 */
export async function quietReceiver(fixture: ProofFixture): Promise<Outcome> {
  const system = await fixture.freshSystem()
  await using receiver = await startReceiver()
  const other = await TenantFixture.create(system, 'G4', receiver.url)
  const events = ['contact:created']
  await system.ok('POST', '/v1/webhooks', { body: { url: 'http://127.0.0.1:9/dead', events } })
  await other.ok('POST /v1/webhooks', { url: `${receiver.url}/live`, events })
  await system.ok('POST', '/v1/contacts', { body: { phone: phoneOf(53_000) } })
  const waiting = () => fixture.rows<{ delivery_id: string }>('select delivery_id from webhooks.delivery_job')
  await until(async () => (await waiting()).length === 1)
  const id = (await waiting())[0]?.delivery_id
  const common = { params: [id], count: backlog }
  await copyRow(fixture, {
    ...common,
    table: 'webhooks.delivery',
    where: 'id = $1',
    changes: `jsonb_build_object('id', ${copiedId('id')})`,
  })
  const due = `jsonb_build_object('delivery_id', ${copiedId('delivery_id')}, 'run_at', now(), 'attempt', 0, 'lease_token', null)`
  await copyRow(fixture, { ...common, table: 'webhooks.delivery_job', where: 'delivery_id = $1', changes: due })
  const asked = new Map<string, number>()
  for (let i = 0; i < probes; i++) {
    const phone = phoneOf(54_000 + i)
    await other.ok('POST /v1/contacts', { phone })
    asked.set(phone, Date.now())
    await pause(probePauseMs)
  }
  const reported = () => receiver.requests.filter(({ path }) => path === '/live')
  await until(() => reported().length >= probes, { timeoutMs: 30_000, describe: 'the live receiver to be announced' })
  const waits = reported().map(
    ({ json, receivedAtMs }) => receivedAtMs - (asked.get(String((json as Event).data['phone'])) ?? 0),
  )
  const [left] = await fixture.rows<{ count: string }>('select count(*) from webhooks.delivery_job')
  const [breaker] = await fixture.rows<{ open: string }>(
    `select count(*) filter (where breaker_opens > 0) as open from webhooks.endpoint where url like '%/live'`,
  )
  await fixture.end()
  return all(
    `${left?.count} due to a dead receiver; the live one p50 ${quantile(waits, 0.5)} ms, p99 ${quantile(waits, 0.99)} ms`,
    {
      'the backlog lasted': Number(left?.count) > backlog / 2,
      'p99 at most 1 s': quantile(waits, 0.99) <= boundMs,
      'its breaker stayed closed': breaker?.open === '0',
    },
  )
}
