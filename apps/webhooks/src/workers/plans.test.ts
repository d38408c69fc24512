import { type BusEvent, exampleChat, newId } from '@posthorn/contracts'
import {
  busEvent,
  copiedId,
  copyRow,
  keepTablesNew,
  type PlanWatch,
  type RanPlan,
  type Receiver,
  requestErasure,
  startReceiver,
  type TestService,
  until,
  watchPlans,
} from '@posthorn/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createFixture, startWebhooks } from '../webhooks.fixture.ts'

const rows = 5_000
const others = 20

let service: TestService
let receiver: Receiver
let fixture: ReturnType<typeof createFixture>
let webhook: string
let watch: PlanWatch

/** Delivers events from the bus to the receiver, even if there is a backlog. This can take minutes on a busy machine. */
async function deliver(count: number) {
  const published = await fixture.publish(count)
  await awaitStatus(published, 'succeeded')
}

async function awaitStatus(published: readonly { id: string }[], expected: string) {
  const ids = new Set(published.map(({ id }) => id))
  const isReached = async () => {
    const newest = (await fixture.deliveries(webhook)).filter(({ event }) => ids.has(event.id))
    return newest.length === ids.size && newest.every(({ status }) => status === expected)
  }
  await until(isReached, { timeoutMs: 240_000 })
}

/** Delivers events that waited, so that they are claimed from the queue. */
async function deliverWaiting(count: number) {
  const input = { id: webhook }
  await fixture.api().webhooks.pause.mutate(input, fixture.as())
  const published = await fixture.publish(count)
  await awaitStatus(published, 'parked')
  await fixture.api().webhooks.resume.mutate(input, fixture.as())
  await awaitStatus(published, 'succeeded')
}

const deliverOne = () => deliver(1)

/** Fills the queue with jobs that are due later. Their ids are greater than those of real jobs, because ids ascend in production. */
const fillQueue = (endpoints: readonly string[]) =>
  service.rows(
    `insert into delivery_job (workspace_id, delivery_id, endpoint_id, event_id, run_at)
     select $1, 'dlv_7' || lpad(i::text, 25, '0'), ($2::text[])[1 + i % ${others}], 'evt_' || i, now() + interval '1 hour' from generate_series(1, ${rows}) i`,
    [fixture.workspace, endpoints],
  )

async function fill() {
  await deliverOne()
  const idle = { events: ['number:updated' as const] }
  await Promise.all(Array.from({ length: others }, (_, i) => fixture.webhook(`http://127.0.0.1:9/${i}`, idle)))
  const endpoints = await service.rows<{ id: string }>('select id from endpoint where webhook_id <> $1', [webhook])
  await fillQueue(endpoints.map(({ id }) => id))
  const [of] = await fixture.deliveries(webhook)
  const copyOf = (table: string, { where, params, changes }: { where: string; params: unknown[]; changes: string }) =>
    copyRow(service, { table, where, params, count: rows, changes: `jsonb_build_object(${changes})` })
  await copyOf('event', {
    where: 'id = $1',
    params: [of?.event.id],
    changes: `'id', ${copiedId('id')}, 'sequence', 1 + i`,
  })
  await copyOf('delivery', {
    where: 'id = $1',
    params: [of?.id],
    changes: `'id', ${copiedId('id')}, 'event_id', left(t.event_id, -16) || lpad(i::text, 16, '0'), 'event_sequence', 1 + i,
      'created_at', to_jsonb(now() - interval '1 day' + make_interval(secs => i))`,
  })
  await copyOf('attempt', {
    where: 'delivery_id = $1',
    params: [of?.id],
    changes: `'id', ${copiedId('id')}, 'delivery_id', left(t.delivery_id, -16) || lpad(i::text, 16, '0')`,
  })
  await copyOf('received_event', { where: 'true', params: [], changes: `'event_id', ${copiedId('event_id')}` })
  await service.rows('update workspace_sequence set last = $1 where workspace_id = $2', [1 + rows, fixture.workspace])
}

/** Plans of statements that first ran on new tables and now run on full ones, which Postgres hasn't analyzed yet. */
let plansOfNewTables: RanPlan[]

beforeAll(async () => {
  service = await startWebhooks()
  receiver = await startReceiver()
  fixture = createFixture(service)
  webhook = (await fixture.webhook(receiver)).id
  await keepTablesNew(service)
  watch = await watchPlans(service)
  // Postgres settles on a generic plan after five executions.
  for (let i = 0; i < 8; i++) await deliverWaiting(2)
  await fill()
  plansOfNewTables = await watch.during(() => deliverWaiting(5))
  await service.rows('vacuum (analyze)')
  watch = await watchPlans(service)
})
afterAll(async () => {
  await service[Symbol.asyncDispose]()
  await receiver.stop()
})

/** Statements involved, each with the indexes that it must use. */
const statements: [name: string, statement: RegExp, indexes: string[]][] = [
  [
    'capacity for new deliveries',
    /^with recorded as/,
    ['endpoint_pkey', 'delivery_job_due', 'delivery_job_leased', 'webhook_secret_pkey'],
  ],
  ['a claim', /^with recursive endpoint_queue.* update delivery_job/, ['delivery_job_due', 'event_pkey']],
  ['the end of a delivery', /^with done as/, ['delivery_job_pkey', 'delivery_pkey']],
  ['valid leases', /^with locked as materialized/, ['delivery_job_pkey', 'endpoint_id', 'webhook_pkey']],
  ['jobs parked too long', /^with ended as .*parked_at/, ['delivery_job_parked', 'delivery_pkey']],
]

describe('from the bus to the end of a delivery', () => {
  let plans: RanPlan[]
  beforeAll(async () => {
    plans = await watch.during(
      deliverOne,
      statements.map(([, statement]) => statement),
    )
  })

  it('no statement, of loops too, scans a large table', () => {
    expect(watch.wasteful(plans)).toEqual([])
  })

  it.each(statements)('%s is found by its index', (_, statement, indexes) => {
    expect(watch.indexesOf(plans, statement)).toEqual(expect.arrayContaining(indexes))
  })
})

it('no statement that was planned for new tables reads a large table to its end', () => {
  // The queue has its own test below: loops look for jobs by time, not by key.
  const ofTables = watch.wasteful(plansOfNewTables).filter((each) => !each.includes(' of delivery_job: '))
  expect(ofTables).toEqual([])
})

describe('lists', () => {
  const events = (input: object) => fixture.api().events.list.query({ after: 100, ...input }, fixture.as())
  const one = async () => (await fixture.deliveries(webhook))[0]?.id ?? ''
  it.each([
    { name: 'the log', list: () => events({}), statement: /"event" as/, index: 'event_sequence' },
    {
      name: 'the log by kind',
      list: () => events({ events: ['contact:created'] }),
      statement: /"event" as/,
      index: 'event_sequence',
    },
    {
      name: 'deliveries',
      list: () => fixture.deliveries(webhook),
      statement: /"delivery" as/,
      index: 'delivery_webhook',
    },
    {
      name: 'deliveries of the last minute',
      list: () => {
        const createdAfter = new Date(Date.now() - 60_000).toISOString()
        return fixture.api().webhooks.deliveries.query({ id: webhook, createdAfter }, fixture.as())
      },
      statement: /"delivery" as/,
      index: 'delivery_created',
    },
    {
      name: 'one delivery with its attempts',
      list: async () => fixture.api().deliveries.get.query({ id: await one() }, fixture.as()),
      statement: /"attempt" as/,
      index: 'attempt_delivery',
    },
  ])('$name: found by $index', async ({ list, statement, index }) => {
    const plans = await watch.during(list)
    expect(watch.wasteful(plans)).toEqual([])
    expect(watch.indexesOf(plans, statement)).toEqual(expect.arrayContaining([index]))
  })
})

it('the events of an erased person are found by their chats', async () => {
  const { workspace } = fixture
  const phone = '+15557100009'
  const data = {
    ...exampleChat,
    id: newId('chat'),
    phone,
    change: 'created',
  } as unknown as BusEvent<'chat:updated'>['data']
  await service.bus.publish(busEvent({ event: 'chat:updated', workspace, data }))
  const ofChat = () => fixture.api().events.list.query({ chat: data.id }, fixture.as())
  await until(async () => (await ofChat()).length === 1)
  const copied = `jsonb_build_object('chat_id', 'chat_' || lpad(i::text, 26, '0'))`
  await copyRow(service, { table: 'chat_event', where: 'true', params: [], count: rows, changes: copied })
  await service.rows('vacuum (analyze) chat_event')
  const plans = await watch.during(() => requestErasure(service, 'webhooks', { workspace, phones: [phone] }))
  expect(watch.indexesOf(plans, /^delete from chat_event/)).toEqual(['chat_event_place'])
  expect(await ofChat()).toEqual([])
})

describe('a range of time', () => {
  /** The first second of today, because earlier days have no partition here. */
  const earlier = () => {
    const midnight = new Date().setUTCHours(0, 0, 0, 0)
    return { id: webhook, from: new Date(midnight).toISOString(), to: new Date(midnight + 1_000).toISOString() }
  }
  const statistics = () => fixture.api().webhooks.statistics.query(earlier(), fixture.as())
  const count = () => fixture.api().replays.preview.mutate(earlier(), fixture.as())
  it.each([
    { name: 'counted', read: statistics, statement: /width_bucket/, index: /^delivery_/ },
    { name: 'searched for what was missed', read: statistics, statement: /over \(order by/, index: /^delivery_/ },
    { name: 'counted for a replay', read: count, statement: /^with wanted/, index: /^event_/ },
  ])('is $name by an index of its times, whatever else is there', async ({ read, statement, index }) => {
    const plans = await watch.during(read)
    expect(watch.wasteful(plans)).toEqual([])
    expect(watch.indexesOf(plans, statement).some((name) => index.test(name))).toBe(true)
  })
})

it('a claim reads as many jobs of a backlog as it takes', async () => {
  const waiting = async () => (await service.rows('select 1 from delivery_job')).length
  const plans = await watch.during(async () => {
    await service.rows(
      `insert into delivery_job (workspace_id, delivery_id, endpoint_id, event_id, run_at)
       select d.workspace_id, d.id, d.endpoint_id, d.event_id, now() from delivery d where d.webhook_id = $1
       order by d.id limit ${rows} on conflict do nothing`,
      [webhook],
    )
    const before = await waiting()
    await deliverOne()
    await until(async () => (await waiting()) < before - 100, { timeoutMs: 60_000 })
    await service.rows('delete from delivery_job where lease_token is null and run_at <= now()')
  })
  const claims = plans.filter(({ statement }) => /^with recursive endpoint_queue.* update delivery_job/.test(statement))
  expect(claims.length).toBeGreaterThan(0)
  expect(watch.wasteful(claims)).toEqual([])
})

it('no statement that finds jobs by their keys reads all of a full queue because it was planned for an empty one', {
  timeout: 300_000,
}, async () => {
  const endpoints = await service.rows<{ id: string }>('select id from endpoint where webhook_id <> $1', [webhook])
  await service.rows('truncate delivery_job')
  await deliverOne()
  // The queue's usual state: no rows on its pages.
  await service.rows('vacuum (analyze, truncate false) delivery_job')
  watch = await watchPlans(service)
  // Postgres settles on a generic plan after five executions.
  for (let i = 0; i < 8; i++) await deliver(50)
  await fillQueue(endpoints.map(({ id }) => id))
  const plans = await watch.during(async () => {
    for (let i = 0; i < 3; i++) await deliver(50)
  }, [/^with locked as materialized/])
  // Whether an endpoint has waiting jobs can't be looked up by key. Postgres reads the index of due jobs or, occasionally, the primary key
  // index.
  const byKey = plans.filter(({ statement }) => !statement.startsWith('with recorded as'))
  expect(byKey.length).toBeGreaterThan(0)
  expect(watch.wasteful(byKey)).toEqual([])
})
