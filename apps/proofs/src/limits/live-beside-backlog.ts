import { setTimeout as pause } from 'node:timers/promises'
import { copiedId, copyRow, until } from '@posthorn/testkit'
import { listen, phoneOf } from '@posthorn/testkit/system'
import { all, type Outcome } from '../check.ts'
import { quantile } from '../many-rows.ts'
import type { ProofFixture } from '../proof.fixture.ts'
import { makeEvents } from '../webhooks/events.ts'

const backlog = 50_000
const boundMs = 2_000
const livePauseMs = 50
const drainedWithinMs = 240_000

/** G9: 50,000 parked deliveries of a webhook resume while new events arrive. */
export async function liveBesideBacklog(fixture: ProofFixture): Promise<Outcome> {
  try {
    return await drainBesideLive(fixture)
  } finally {
    await fixture.end()
  }
}

async function drainBesideLive(fixture: ProofFixture): Promise<Outcome> {
  const system = await fixture.freshSystem()
  await using webhook = await listen(system, { events: ['contact:created'] })
  await system.ok('POST', `/v1/webhooks/${webhook.id}/pause`)
  await system.ok('POST', '/v1/contacts', { body: { phone: phoneOf(59_000) } })
  const jobs = () => fixture.rows<{ delivery_id: string }>('select delivery_id from webhooks.delivery_job')
  await until(async () => (await jobs()).length === 1)
  const common = { params: [(await jobs())[0]?.delivery_id], count: backlog - 1 }
  const delivery = `jsonb_build_object('id', ${copiedId('id')})`
  await copyRow(fixture, { ...common, table: 'webhooks.delivery', where: 'id = $1', changes: delivery })
  const job = `jsonb_build_object('delivery_id', ${copiedId('delivery_id')})`
  await copyRow(fixture, { ...common, table: 'webhooks.delivery_job', where: 'delivery_id = $1', changes: job })
  const waiting = async () =>
    Number((await fixture.rows<{ count: string }>('select count(*) from webhooks.delivery_job'))[0]?.count)
  const begun = performance.now()
  const enabling = system.ok('POST', `/v1/webhooks/${webhook.id}/resume`)
  const calledAt: number[] = []
  let left = await waiting()
  while (left > 100 && performance.now() - begun < drainedWithinMs) {
    for (let i = 0; i < 10; i++) {
      calledAt.push(Date.now())
      await makeEvents(system, 1)
      await pause(livePauseMs)
    }
    left = await waiting()
  }
  await enabling
  const seconds = (performance.now() - begun) / 1000
  const live = () => webhook.receiver.requests.filter(({ json }) => isProbe(json))
  await until(() => live().length >= calledAt.length, { timeoutMs: 30_000, describe: 'all live events to arrive' })
  const waits = live().map(({ json, receivedAtMs }) => receivedAtMs - Date.parse((json as Envelope).occurredAt))
  await until(async () => (await waiting()) === 0, { timeoutMs: 60_000, describe: 'the backlog to end' })
  return all(
    `${backlog} deliveries drained in ${seconds.toFixed(0)} s beside ${waits.length} live events: p50 ${quantile(waits, 0.5)} ms, p99 ${quantile(waits, 0.99)} ms`,
    {
      'the backlog was drained': left <= 100,
      'every live event arrived': live().length === calledAt.length,
      'live events with p99 at most 2 s': quantile(waits, 0.99) <= boundMs,
    },
  )
}

type Envelope = { occurredAt: string; data: { name?: string | null } }

const isProbe = (json: unknown) => (json as Envelope).data.name?.startsWith('Proof ') === true
