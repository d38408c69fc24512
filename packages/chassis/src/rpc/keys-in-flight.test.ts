import { faultOf } from '@posthorn/client'
import { contacts, exampleContact, Fault } from '@posthorn/contracts'
import { until } from '@posthorn/test-servers'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type BatchVerb, defineService, implement, migration, type PreparedVerb, sql } from '../index.ts'
import { startTestService, type TestService } from '../testing/service.fixture.ts'

const stallingPhone = '+4915112340000'

const create: BatchVerb<typeof contacts.contacts.create> = {
  batchSizeMax: 64,
  async together({ tx, calls }) {
    if (calls.some(({ input }) => input.phone === stallingPhone)) await sql(tx.em, 'select 1 from gate for update', [])
    for (const { workspace, input } of calls) {
      await sql(tx.em, 'insert into seen (workspace_id, phone) values ($1, $2)', [workspace, input.phone])
    }
    return calls.map(({ input }) => ({ ok: true, value: { ...exampleContact, created: true, phone: input.phone } }))
  },
}

const preparing: PromiseWithResolvers<void>[] = []
const merge: PreparedVerb<typeof contacts.contacts.merge> = {
  prepare() {
    const preparation = Promise.withResolvers<void>()
    preparing.push(preparation)
    return preparation.promise
  },
  run: async () => exampleContact,
}

const service = defineService({
  name: 'contacts',
  config: {},
  entities: [],
  migrations: [
    migration('keys_001', [
      'create table seen (workspace_id text, phone text)',
      'create table gate (id int)',
      'insert into gate values (1)',
    ]),
  ],
  deps: async () => ({}),
  router: implement(
    { contacts: { create: contacts.contacts.create, merge: contacts.contacts.merge } },
    { contacts: { create, merge } },
  ),
  subscribers: [],
  workers: [],
})

let fixture: TestService
beforeAll(async () => {
  fixture = await startTestService({ ...service, template: 'keys' })
})
afterAll(() => fixture[Symbol.asyncDispose]())

const holdGate = () => hold('select 1 from gate for update')

/** Locks a key, as a first call that has stalled in another process would. */
const holdKey = (workspace: string, key: string) =>
  hold(`select pg_advisory_xact_lock(hashtextextended('answer ${workspace} contacts.create key key_test ${key}', 0))`)

async function hold(statement: string): Promise<AsyncDisposable> {
  const client = new pg.Client({ connectionString: fixture.database.url, options: '-c search_path=contacts' })
  await client.connect()
  await client.query('begin')
  await client.query(statement)
  return {
    async [Symbol.asyncDispose]() {
      await client.query('rollback')
      await client.end()
    },
  }
}

const waiting = async () =>
  (await fixture.rows(`select 1 from pg_stat_activity where wait_event_type = 'Lock' and query like '%from gate%'`))
    .length

function send(workspace: string, phone: string, idempotencyKey?: string) {
  const options = idempotencyKey === undefined ? {} : { idempotencyKey }
  return fixture.clients.contacts.contacts.create.mutate({ phone }, fixture.as(workspace, options))
}

async function timed<T>(work: Promise<T>): Promise<{ result: T; tookMs: number }> {
  const started = performance.now()
  const result = await work
  return { result, tookMs: performance.now() - started }
}

it('a repeat of a key whose first call stalls holds up no other sender, and is refused as in flight', async () => {
  const workspace = fixture.workspace()
  await using _first = await holdKey(workspace, 'stalled')
  const repeat = timed(send(workspace, '+4915112345678', 'stalled').catch(faultOf))
  const others = await Promise.all(
    Array.from({ length: 8 }, (_, i) => timed(send(fixture.workspace(), `+4915112341${100 + i}`, `other-${i}`))),
  )
  expect(Math.max(...others.map(({ tookMs }) => tookMs))).toBeLessThan((await repeat).tookMs)
  expect((await repeat).result).toMatchObject({ code: 'idempotency:in_flight', status: 409 })
  expect((await repeat).tookMs).toBeGreaterThan(1_800)
})

it('a repeat is answered as the first call when that ends in time', async () => {
  const workspace = fixture.workspace()
  const gate = await holdGate()
  const first = send(workspace, stallingPhone, 'soon')
  await until(async () => (await waiting()) > 0)
  const repeats = Promise.all(Array.from({ length: 5 }, () => send(workspace, stallingPhone, 'soon')))
  await gate[Symbol.asyncDispose]()
  for (const answer of await repeats) expect(answer).toEqual(await first)
  expect(await fixture.rows('select 1 from seen where workspace_id = $1', [workspace])).toHaveLength(1)
})

it('a first call that waits for a row of someone else is not refused as in flight, and can be made again', async () => {
  const workspace = fixture.workspace()
  const gate = await holdGate()
  expect(await send(workspace, stallingPhone, 'first').catch(faultOf)).toMatchObject({ code: 'service:unavailable' })
  await gate[Symbol.asyncDispose]()
  expect(await send(workspace, stallingPhone, 'first')).toMatchObject({ phone: stallingPhone })
})

it('calls with one key in one request have one effect and one answer', async () => {
  const workspace = fixture.workspace()
  const answers = await Promise.all(Array.from({ length: 20 }, () => send(workspace, '+4915112345678', 'same')))
  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
  expect(await fixture.rows('select 1 from seen where workspace_id = $1', [workspace])).toHaveLength(1)
})

it('a key that comes twice in one request with different inputs has one effect, and the other is refused', async () => {
  const workspace = fixture.workspace()
  const phones = ['+4915112345678', '+4915112345679']
  const answers = await Promise.all(phones.map((phone) => send(workspace, phone, 'differs').catch(faultOf)))
  expect(answers.map((answer) => ('code' in answer ? answer.code : 'made')).sort()).toEqual([
    'idempotency:key_reused',
    'made',
  ])
  expect(await fixture.rows('select 1 from seen where workspace_id = $1', [workspace])).toHaveLength(1)
})

describe('a call that is prepared', () => {
  const { input } = contacts.contacts.merge.example
  const call = (workspace: string, { clients, as }: TestService = fixture) =>
    clients.contacts.contacts.merge.mutate(input, as(workspace, { idempotencyKey: 'k' }))

  it.each(['the same process', 'another process'])(
    'is refused as in flight while %s prepares one with its key, and then gets the response of that one',
    async (place) => {
      await using other = await startTestService({ ...service, template: 'keys' }, fixture)
      const workspace = fixture.workspace()
      const repeat = () => call(workspace, place === 'another process' ? other : fixture)
      const first = call(workspace)
      const { resolve } = await until(() => preparing.pop())
      expect(await repeat().catch(faultOf)).toMatchObject({ code: 'idempotency:in_flight' })
      resolve()
      const answer = await first
      expect(await repeat()).toEqual(answer)
      expect(preparing).toEqual([])
    },
  )

  it('is prepared again after its first preparation failed', async () => {
    const workspace = fixture.workspace()
    const first = call(workspace).catch(faultOf)
    const { reject } = await until(() => preparing.pop())
    reject(new Fault('contact:not_found'))
    expect(await first).toMatchObject({ code: 'contact:not_found' })
    const second = call(workspace)
    const { resolve } = await until(() => preparing.pop())
    resolve()
    expect(await second).toEqual(exampleContact)
  })

  const keptAt = (workspace: string, at: string, token = 'fingerprint') =>
    fixture.rows(`update idempotency set created_at = ${at}, fingerprint = ${token} where workspace_id = $1`, [
      workspace,
    ])

  it('keeps its key while it is prepared, however long that takes', async () => {
    const workspace = fixture.workspace()
    const first = call(workspace)
    const { resolve } = await until(() => preparing.pop())
    await keptAt(workspace, `now() - interval '4 seconds'`)
    const renewed = `select 1 from idempotency where workspace_id = $1 and created_at > now() - interval '3 seconds'`
    await until(async () => (await fixture.rows(renewed, [workspace])).length === 1)
    resolve()
    await first
  })

  it('keeps its key in its own process, even if it could not renew it in Postgres', async () => {
    const workspace = fixture.workspace()
    const first = call(workspace)
    const { resolve } = await until(() => preparing.pop())
    await keptAt(workspace, `now() - interval '1 minute'`, `'not renewed'`)
    expect(await call(workspace).catch(faultOf)).toMatchObject({ code: 'idempotency:in_flight' })
    expect(preparing).toEqual([])
    resolve()
    expect(await call(workspace)).toEqual(await first)
  })

  it('is prepared again in the time for which its client repeats it, if its process died right after it kept the key', async () => {
    await using other = await startTestService({ ...service, template: 'keys' }, fixture)
    const workspace = fixture.workspace()
    const first = call(workspace)
    const { resolve } = await until(() => preparing.pop())
    await keptAt(workspace, 'now()', `'of a dead process'`)
    const repeated = Promise.all([
      call(workspace, other),
      until(() => preparing.pop()).then((again) => again.resolve()),
    ])
    const [answer] = await repeated
    resolve()
    expect(answer).toEqual(await first)
  })

  it('renews its key once at a time, even if Postgres hangs', async () => {
    const workspace = fixture.workspace()
    const first = call(workspace)
    const { resolve } = await until(() => preparing.pop())
    const begun = new Set<string>()
    const counts = new Set<number>()
    const hanging = await hold(`select 1 from idempotency where workspace_id = '${workspace}' for update`)
    await until(async () => {
      const rows = await fixture.rows<{ begun: string }>(
        `select query_start::text as begun from pg_stat_activity
         where wait_event_type = 'Lock' and query like '%update idempotency set created_at%'`,
      )
      for (const row of rows) begun.add(row.begun)
      counts.add(rows.length)
      return begun.size > 1
    })
    await hanging[Symbol.asyncDispose]()
    resolve()
    await first
    expect(Math.max(...counts)).toBe(1)
  })
})
