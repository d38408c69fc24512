import {
  copiedId,
  copyRow,
  type PlanWatch,
  type RanPlan,
  type Receiver,
  startReceiver,
  type TestService,
  until,
  watchPlans,
} from '@posthorn/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startWebhooks, workspaceOf } from '../stage.suite.ts'

/** Rows of each table: enough that reading one to its end is the worse plan. */
const rows = 5_000
/** Webhooks beside, among which the jobs that wait are. */
const others = 20

let kit: TestService
let receiver: Receiver
let place: ReturnType<typeof workspaceOf>
let webhook: string
let watch: PlanWatch

/** An event from the bus to the end of its delivery. */
async function deliverOne() {
  const [event] = await place.publish(1)
  await until(async () => {
    const [newest] = await place.deliveries(webhook)
    return newest?.event.id === event?.id && newest?.state === 'succeeded'
  })
}

async function fill() {
  await deliverOne()
  const idle = { events: ['number:updated' as const] }
  await Promise.all(Array.from({ length: others }, (_, i) => place.webhook(`http://127.0.0.1:9/${i}`, idle)))
  const endpoints = await kit.rows<{ id: string }>('select id from endpoint where webhook_id <> $1', [webhook])
  await kit.rows(
    `insert into delivery_job (workspace_id, delivery_id, endpoint_id, event_id, run_at)
     select $1, 'dlv_' || lpad(i::text, 26, '0'), ($2::text[])[1 + i % ${others}], 'evt_' || i, now() + interval '1 hour' from generate_series(1, ${rows}) i`,
    [place.workspace, endpoints.map(({ id }) => id)],
  )
  const changes = {
    event: `'id', ${copiedId('id')}, 'sequence', 1 + i`,
    delivery: `'id', ${copiedId('id')}, 'event_id', left(t.event_id, -16) || lpad(i::text, 16, '0'), 'event_sequence', 1 + i`,
    attempt: `'id', ${copiedId('id')}, 'delivery_id', left(t.delivery_id, -16) || lpad(i::text, 16, '0')`,
    inbox: `'event_id', ${copiedId('event_id')}`,
  }
  for (const [table, change] of Object.entries(changes))
    await copyRow(kit, { table, where: 'true', params: [], count: rows, changes: `jsonb_build_object(${change})` })
  await kit.rows('update workspace_sequence set last = $1 where workspace_id = $2', [1 + rows, place.workspace])
  await kit.rows('vacuum (analyze)')
}

beforeAll(async () => {
  kit = await startWebhooks()
  receiver = await startReceiver()
  place = workspaceOf(kit)
  webhook = (await place.webhook(receiver)).id
  await fill()
  watch = await watchPlans(kit)
})
afterAll(async () => {
  await kit[Symbol.asyncDispose]()
  await receiver.stop()
})

describe('from the bus to the end of a delivery', () => {
  let plans: RanPlan[]
  beforeAll(async () => {
    plans = await watch.during(deliverOne)
  })

  it('no statement, of loops too, reads a large table to its end', () => {
    expect(watch.wasteful(plans)).toEqual([])
  })

  it.each([
    [
      'room for what is recorded',
      /^with recorded as/,
      ['endpoint_pkey', 'delivery_job_lane', 'delivery_job_leased', 'webhook_secret_pkey'],
    ],
    ['a claim', /^with recursive lane.* update delivery_job/, ['delivery_job_lane', 'delivery_job_pkey', 'event_pkey']],
    ['the end of a delivery', /^with done as/, ['delivery_job_pkey', 'delivery_pkey']],
    ['whom a lease still belongs to', /^select j.delivery_id from delivery_job j/, ['delivery_job_pkey']],
    ['what was parked too long', /^with ended as .*parked_at/, ['delivery_job_parked', 'delivery_pkey']],
    ['what was heard long ago', /delete from inbox/, ['inbox_received']],
  ])('%s is found by its index', (_, statement, indexes) => {
    expect(plans.filter((plan) => statement.test(plan.statement)).length).toBeGreaterThan(0)
    expect(watch.indexesOf(plans, statement)).toEqual(expect.arrayContaining(indexes))
  })
})

describe('lists', () => {
  const events = (input: object) => place.api().events.list.query({ after: 100, ...input }, place.as())
  const one = async () => (await place.deliveries(webhook))[0]?.id ?? ''
  it.each([
    { name: 'the log', list: () => events({}), statement: /"event" as/, index: 'event_sequence' },
    {
      name: 'the log by kind',
      list: () => events({ kinds: ['contact:created'] }),
      statement: /"event" as/,
      index: 'event_sequence',
    },
    {
      name: 'deliveries',
      list: () => place.deliveries(webhook),
      statement: /"delivery" as/,
      index: 'delivery_webhook',
    },
    {
      name: 'one delivery with its attempts',
      list: async () => place.api().deliveries.get.query({ id: await one() }, place.as()),
      statement: /"attempt" as/,
      index: 'attempt_delivery',
    },
  ])('$name: found by $index', async ({ list, statement, index }) => {
    const plans = await watch.during(list)
    expect(watch.wasteful(plans)).toEqual([])
    expect(watch.indexesOf(plans, statement)).toEqual(expect.arrayContaining([index]))
  })
})
