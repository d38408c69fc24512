import {
  copiedId,
  copyRow,
  keepTablesNew,
  type PlanWatch,
  type RanPlan,
  unpublishedSql,
  until,
  watchPlans,
} from '@posthorn/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type MessagingFixture, type NumberFixture, startMessaging, statusEvent } from '../messaging.fixture.ts'
import { awaitRecorded } from '../statistics/answers-model.fixture.ts'

/** Number of rows in each table. Enough to make a sequential scan the worse plan. */
const rows = 5_000
const chats = 20_000

let fixture: MessagingFixture
let connected: NumberFixture
let watch: PlanWatch
let chat: string

const api = () => fixture.service.clients.messaging
const as = (idempotencyKey?: string) =>
  fixture.service.as(connected.workspace, idempotencyKey ? { idempotencyKey } : {})

let counter = 0
async function sendOne() {
  counter += 1
  const input = { phone: `+1555790${1000 + counter}`, message: 'parcel', reference: `order-${counter}` }
  const made = await api().messages.send.mutate(input, as(`key-${counter}`))
  const { id } = made
  const providerId = await until(async () => (await api().messages.get.query({ id }, as())).providerId)
  for (const status of ['delivered', 'read'] as const)
    await fixture.service.bus.publish(statusEvent(connected, { providerId, status }))
  await until(async () => (await api().messages.get.query({ id }, as())).status === 'read')
  return made
}

/** Like `sendOne`, but doesn't request the message, because returning a waiting message also computes its position in the queue. */
async function sendUnseen() {
  counter += 1
  const { id } = await api().messages.send.mutate({ phone: `+1555790${1000 + counter}`, message: 'parcel' }, as())
  const stored = async () =>
    (
      await fixture.service.rows<{ provider_id: string | null; status: string }>(
        'select provider_id, status from message where id = $1',
        [id],
      )
    )[0]
  const providerId = await until(async () => (await stored())?.provider_id)
  for (const status of ['delivered', 'read'] as const)
    await fixture.service.bus.publish(statusEvent(connected, { providerId, status }))
  await until(async () => (await stored())?.status === 'read')
}

async function fill() {
  const made = await sendOne()
  chat = made.chat
  const deliverAt = new Date(Date.now() + 3_600_000).toISOString()
  await api().messages.send.mutate({ phone: '+15557900002', message: 'later', deliverAt }, as())
  const ofChat = `left('${chat}', -16) || lpad((1 + i % ${chats})::text, 16, '0')`
  const recipient = `'1556' || (1000000 + i)`
  const changes = {
    chat: `'id', ${copiedId('id')}, 'recipient', ${recipient}, 'phone', '+' || ${recipient}, 'name', 'Person ' || i,
      'last_message_at', to_jsonb(now() - make_interval(secs => i)),
      'updated_at', to_jsonb(now() - make_interval(secs => i)),
      'last_inbound_at', case when i % 10 = 0 then to_jsonb(now() - make_interval(secs => i)) end,
      'waiting_since', case when i % 100 = 0 then to_jsonb(now() - make_interval(secs => i)) end,
      'window_closes_at', case when i % 10 = 0 then to_jsonb(now() - make_interval(secs => i)) end`,
    message: `'id', ${copiedId('id')}, 'chat_id', ${ofChat}, 'body', 'text ' || md5(i::text), 'reference', 'old-' || i`,
    send_job: `'message_id', ${copiedId('message_id')}, 'chat_id', ${ofChat}, 'recipient', ${recipient}`,
    send_attempt: `'id', ${copiedId('id')}, 'message_id', left('${made.id}', -16) || lpad(i::text, 16, '0')`,
    provider_reference: `'provider_id', 'wamid.' || i, 'message_id', left('${made.id}', -16) || lpad(i::text, 16, '0')`,
    outbox: `'id', ${copiedId('id')}`,
    received_event: `'event_id', ${copiedId('event_id')}`,
    idempotency: `'key', 'old-' || i`,
    pair_gate: `'recipient', ${recipient}, 'free_at', to_jsonb(now() + interval '1 hour')`,
  }
  for (const [table, change] of Object.entries(changes)) {
    const count = table === 'chat' ? chats : rows
    await copyRow(fixture.service, {
      table,
      where: 'true',
      params: [],
      count,
      changes: `jsonb_build_object(${change})`,
    })
  }
}

/** Has the last recorded hour of answers recorded again. */
async function recordAgain() {
  const { workspace } = connected
  await awaitRecorded(fixture, workspace)
  const reopen = `update answer_range set to_at = to_at - interval '1 hour', from_at = least(from_at, to_at - interval '1 hour') where workspace_id = $1`
  await fixture.service.rows(reopen, [workspace])
  await awaitRecorded(fixture, workspace)
}

const sendMany = () => Promise.all(Array.from({ length: 20 }, sendUnseen))

/** Plans of statements that first ran on new tables and now run on full ones, which Postgres hasn't analyzed yet. */
let plansOfNewTables: RanPlan[]

beforeAll(async () => {
  fixture = await startMessaging()
  connected = await fixture.connectNumber()
  await keepTablesNew(fixture.service)
  watch = await watchPlans(fixture.service)
  // Postgres settles on a generic plan after five executions.
  for (let i = 0; i < 8; i++) await sendMany()
  await fill()
  const work = async () => void (await Promise.all([sendMany(), recordAgain()]))
  plansOfNewTables = await watch.during(work, [/where snoozed_until <= now\(\)/, /insert into answer_hour/])
  await fixture.service.rows('analyze')
  watch = await watchPlans(fixture.service)
})
afterAll(() => fixture[Symbol.asyncDispose]())

const statements: [name: string, statement: RegExp, indexes: string[]][] = [
  ['a repeat of an Idempotency-Key', /join idempotency i/, ['idempotency_pkey']],
  ['who may send, and what is due of them', /^with open as.* send_job j/, ['send_job_claim', 'send_job_order']],
  ['when the next is due', /^with served as/, ['send_job_claim', 'send_job_next']],
  ['places of a pair', /^with pair as/, ['pair_gate_pkey']],
  ['a claim', /^with job as \( update send_job set status = 'calling'/, ['message_pkey', 'send_job_pkey']],
  ['an outcome', /^with call as/, ['send_attempt_pkey', 'send_job_pkey']],
  ['a change of a status', /^with changed as/, ['message_pkey', 'send_job_order', 'send_job_pkey']],
  ['whom a status is about', /join provider_reference r/, ['provider_reference_pkey']],
  ['what waits for the relay', /^with open as materialized \( select b.id, b.ids/, ['outbox_batch_waiting']],
  ['what was published long ago', /delete from outbox/, []],
  ['what was received before', /insert into received_event/, []],
  ['jobs that expire', /status = 'waiting' and expires_at <= now\(\)/, ['send_job_expiry', 'send_job_pkey']],
  ['leases that have ended', /^with lost as/, ['send_job_lease', 'send_job_pkey']],
  ['one message', /"message" as "m0" where .*"id" = /, ['message_pkey']],
  ['what a message waits for', /as next_at from send_job j/, ['send_job_order', 'send_job_pkey']],
]

describe('from acceptance to being read', () => {
  let plans: RanPlan[]
  beforeAll(async () => {
    plans = await watch.during(
      async () => {
        await sendOne()
        await until(async () => (await fixture.service.rows(unpublishedSql())).length === 0)
      },
      statements.map(([, statement]) => statement),
    )
  })

  it('no statement, of loops and subscribers too, reads a large table to its end', () => {
    expect(watch.wasteful(plans)).toEqual([])
  })

  it.each(statements)('%s is found by its index', (_, statement, indexes) => {
    expect(watch.indexesOf(plans, statement)).toEqual(expect.arrayContaining(indexes))
  })
})

it('no statement that was planned for new tables reads a large table to its end', () => {
  // The queue has its own test below: loops look for jobs by time, not by key.
  const ofTables = watch.wasteful(plansOfNewTables).filter((each) => !each.includes(' of send_job: '))
  expect(ofTables).toEqual([])
})

const minuteAgo = () => new Date(Date.now() - 60_000).toISOString()

const listed = async (list: () => Promise<unknown>, table: string) => {
  const plans = await watch.during(list)
  return { wasteful: watch.wasteful(plans), indexes: watch.indexesOf(plans, new RegExp(`"${table}" as`)) }
}

describe('lists', () => {
  it.each([
    [{}, 'message_pkey'],
    [{ createdAfter: '2026-01-01T00:00:00Z' }, 'message_pkey'],
    [{ status: ['read' as const] }, 'message_pkey'],
    [{ status: ['failed' as const] }, 'message_failed'],
    [{ reference: 'old-77' }, 'message_reference'],
    [{ phone: '+15561000044' }, 'message_chat'],
    [{ search: 'text parc' }, 'message_words'],
  ])('messages %o are found by %s', async (input, index) => {
    const found = await listed(() => api().messages.list.query(input, as()), 'message')
    expect(found).toEqual({ wasteful: [], indexes: expect.arrayContaining([index]) as string[] })
  })

  it('messages of a chat are found by message_chat', async () => {
    const found = await listed(() => api().messages.list.query({ chat }, as()), 'message')
    expect(found).toEqual({ wasteful: [], indexes: ['message_chat'] })
  })

  it.each([
    [{}, 'chat_newest'],
    [{ status: ['open' as const] }, 'chat_newest'],
    [{ phone: '+15561000044' }, 'chat_phone'],
    [{ written: true, status: ['open' as const], snoozed: false }, 'chat_written'],
    [{ sort: 'waitingSince:asc' as const }, 'chat_waiting'],
    [{ sort: 'windowClosesAt:asc' as const }, 'chat_window'],
    [{ unread: true }, 'chat_unread'],
    [{ snoozed: true }, 'chat_snoozed'],
    [{ failed: true }, 'chat_failed'],
    [{ updatedAfter: minuteAgo() }, 'chat_updated'],
    [{ createdBefore: '2026-01-01T00:00:00Z' }, 'chat_pkey'],
    [{ lastMessageAfter: minuteAgo() }, 'chat_newest'],
  ])('chats %o are found by %s', async (input, index) => {
    const found = await listed(() => api().chats.list.query(input, as()), 'chat')
    expect(found).toEqual({ wasteful: [], indexes: expect.arrayContaining([index]) as string[] })
  })
})

it('messages of a number are found by message_number, however many others there are', async () => {
  const { number } = await fixture.connectNumber({ workspace: connected.workspace })
  const { id } = await api().messages.send.mutate({ number, phone: '+15557910002', message: 'x' }, as())
  const found: string[] = []
  const plans = await watch.during(async () => {
    found.push(...(await api().messages.list.query({ number: [number] }, as())).items.map((each) => each.id))
  })
  expect(found).toEqual([id])
  expect(watch.wasteful(plans)).toEqual([])
  expect(watch.indexesOf(plans, /"message" as/)).toEqual(['message_number'])
})

it('messages that wait are found by their jobs, however many were sent', async () => {
  const { workspace } = await fixture.connectNumber()
  const caller = fixture.service.as(workspace)
  const deliverAt = new Date(Date.now() + 3_600_000).toISOString()
  const { id } = await api().messages.send.mutate({ phone: '+15557910001', message: 'later', deliverAt }, caller)
  const changes = `jsonb_build_object('id', ${copiedId('id')}, 'status', 'sent')`
  await copyRow(fixture.service, { table: 'message', where: 'id = $1', params: [id], count: rows, changes })
  await fixture.service.rows('analyze message')
  const found: string[] = []
  const plans = await watch.during(async () => {
    const input = { status: ['queued' as const, 'scheduled' as const], sort: 'createdAt:asc' as const }
    found.push(...(await api().messages.list.query(input, caller)).items.map((each) => each.id))
  })
  expect(found).toEqual([id])
  expect(watch.wasteful(plans)).toEqual([])
})

it('chats are found by part of their name without a look at all of them', async () => {
  const plans = await watch.during(() => api().chats.list.query({ search: 'rson 77' }, as()))
  expect(watch.wasteful(plans)).toEqual([])
  expect(watch.indexesOf(plans, /^with candidate as/)).toEqual(['chat_pkey', 'chat_search_trigrams'])
  const ofPhone = await watch.during(() => api().chats.list.query({ search: '+1556100004' }, as()))
  expect(watch.indexesOf(ofPhone, /^select id from chat/)).toEqual(['chat_phone'])
  expect(watch.indexesOf(plans, /"chat" as/)).toEqual(['chat_pkey'])
})

it('no statement that finds jobs by their keys reads all of a full queue because it was planned for an empty one', async () => {
  await fixture.service.rows('create table waiting as select * from send_job')
  await fixture.service.rows('truncate send_job')
  await sendOne()
  // Usual state of the queue: pages without rows.
  await fixture.service.rows('vacuum (analyze, truncate false) send_job')
  watch = await watchPlans(fixture.service)
  for (let i = 0; i < 8; i++) await sendMany()
  await fixture.service.rows('insert into send_job select * from waiting')
  const plans = await watch.during(async () => {
    for (let i = 0; i < 3; i++) await sendMany()
  })
  // The query for the next job's time has no key. Postgres reads the index on due times or, occasionally, the index on claims.
  const byKey = plans.filter(({ statement }) => !statement.startsWith('with served as'))
  expect(byKey.length).toBeGreaterThan(0)
  expect(watch.wasteful(byKey)).toEqual([])
  await fixture.service.rows('vacuum (analyze) send_job')
  await fixture.service.restart()
})

it('accepting a message reads its number and the default one, however many its workspace has', async () => {
  const changes = `jsonb_build_object('id', ${copiedId('id')}, 'is_default', false)`
  const params = [connected.number]
  await copyRow(fixture.service, { table: 'known_number', where: 'id = $1', params, count: 300, changes })
  const plans = await watch.during(() => api().messages.send.mutate({ phone: '+15557900003', message: 'Hello' }, as()))
  const read = plans
    .filter(({ statement }) => statement.startsWith('with addressed as'))
    .flatMap(({ nodes }) => nodes.filter((node) => node['Relation Name'] === 'known_number'))
    .map((node) => (node['Actual Rows'] ?? 0) * (node['Actual Loops'] ?? 0))
  expect(read).not.toEqual([])
  expect(Math.max(...read)).toBeLessThanOrEqual(2)
})

it('a table that is read to its end is reported', async () => {
  await fixture.service.rows('drop index send_job_next')
  const published = watch.wasteful(await watch.during(sendOne))
  expect(published).toEqual([expect.stringMatching(/(Seq Scan|rows read by \w+) of send_job: with served as/)])
})

it('the end of a message reads nothing of the queues of other chats, even where one has all of them', async () => {
  await fixture.service.rows('update send_job set chat_id = $1', [chat])
  await fixture.service.rows('vacuum (analyze) send_job')
  await fixture.service.restart()
  const plans = await watch.during(sendOne)
  const changes = plans.filter(({ statement }) => statement.startsWith('with changed as'))
  expect(changes.length).toBeGreaterThan(0)
  expect(watch.wasteful(changes)).toEqual([])
})
