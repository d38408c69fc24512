import { contacts, exampleContact } from '@posthorn/contracts'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  createLeasedQueue,
  defineService,
  implement,
  type LeasedJob,
  migration,
  type Runtime,
  runLeased,
  withTenantScope,
} from '../index.ts'
import { startTestService, type TestService } from '../testing/service.fixture.ts'

type Call = LeasedJob & { workspace: string; id: string; body: string; place: string }

const key = { workspace_id: 'workspace', id: 'id' } as const
const calls = createLeasedQueue<Call>({
  table: 'call_job',
  key,
  leaseSeconds: 60,
  scheduled: `body = 'later'`,
  retries: { attemptsMax: 3, pausesMs: [1_000, 50_000] },
  columns: 'job.body, p.place',
  from: 'job join place p on p.workspace_id = job.workspace_id',
})
const letters = createLeasedQueue<LeasedJob & { id: string }>({
  table: 'letter_job',
  key: { id: 'id' },
  workspaceless: true,
  leaseSeconds: 60,
  retries: { attemptsMax: Number.POSITIVE_INFINITY, pausesMs: [1_000] },
  columns: 'job.id',
})

let runtime: Runtime
const service = defineService({
  name: 'contacts',
  config: {},
  entities: [],
  migrations: [
    migration('jobs_001', [
      `create table call_job (workspace_id text, id text, body text, run_at timestamptz not null default now(),
         attempt integer not null default 0, lease_token uuid, primary key (workspace_id, id))`,
      `create table letter_job (id text primary key, run_at timestamptz not null default now(), attempt integer not null default 0,
         lease_token uuid)`,
      'create table place (workspace_id text primary key, place text)',
    ]),
  ],
  deps: async (base) => {
    runtime = { ...base, deps: {} }
    return {}
  },
  router: implement({ contacts: { get: contacts.contacts.get } }, { contacts: { get: async () => exampleContact } }),
  subscribers: [],
  workers: [],
})

let fixture: TestService
beforeAll(async () => {
  fixture = await startTestService({ ...service, template: 'leased_jobs' })
})
afterAll(() => fixture[Symbol.asyncDispose]())

const run = <T>(work: (em: ReturnType<Runtime['db']['em']>) => Promise<T>) =>
  withTenantScope('all', () => work(runtime.db.em()))
const ids = (jobs: { id: string }[]) => jobs.map(({ id }) => id).sort()
const take = (limit = 100) => run((em) => calls.take(em, limit))
const queue = (count: number) =>
  fixture.rows(
    `insert into call_job (workspace_id, id, body, run_at)
     select 'wrk_1', lpad(n::text, 3, '0'), 'body ' || n, now() - make_interval(secs => 100 - n) from generate_series(1, $1) n`,
    [count],
  )
const expireLeases = () => fixture.rows('update call_job set run_at = now() where lease_token is not null')

beforeEach(async () => {
  await fixture.rows('truncate call_job, place')
  await fixture.rows("insert into place values ('wrk_1', 'here')")
})

describe('leased jobs', () => {
  it('have their key, their columns and what is joined to them, and the longest due are taken first', async () => {
    await queue(5)
    expect(ids(await take(2))).toEqual(['001', '002'])
    const [job] = await take(1)
    expect(job).toEqual({
      workspace: 'wrk_1',
      id: '003',
      body: 'body 3',
      place: 'here',
      attempt: 1,
      leaseToken: expect.stringMatching(/^[0-9a-f-]{36}$/),
    })
  })

  it('of workspaces are taken in turn, so that a backlog of one delays no other', async () => {
    await queue(60)
    await fixture.rows(`insert into place values ('wrk_0', 'there'), ('wrk_2', 'there')`)
    await fixture.rows(
      `insert into call_job (workspace_id, id, body) values ('wrk_0', '901', ''), ('wrk_2', '902', '')`,
    )
    expect(ids(await take(4))).toEqual(['001', '002', '901', '902'])
    expect(ids(await take(4))).toEqual(['003', '004', '005', '006'])
  })

  it('without workspaces are leased once, the longest due first', async () => {
    await fixture.rows(
      `insert into letter_job (id, run_at) select n::text, now() - make_interval(secs => n) from generate_series(1, 9) n`,
    )
    const takeLetters = (limit: number) => run((em) => letters.take(em, limit))
    expect(ids(await takeLetters(2))).toEqual(['8', '9'])
    const taken = await Promise.all([3, 3, 3].map(takeLetters))
    expect(ids([...taken.flat(), ...(await takeLetters(9))])).toEqual(['1', '2', '3', '4', '5', '6', '7'])
  })

  it('are leased by one worker each, however many take at a time, and never more than the limit', async () => {
    await queue(60)
    const taken = await Promise.all(Array.from({ length: 12 }, () => take(7)))
    expect(Math.max(...taken.map((jobs) => jobs.length))).toBeLessThanOrEqual(7)
    const rest = await take()
    const all = ids([...taken.flat(), ...rest])
    expect(new Set(all).size).toBe(all.length)
    expect(all).toHaveLength(60)
  })

  it('come up again when their lease expires, and the one who lost it changes nothing any more', async () => {
    await queue(1)
    const [lost] = await take()
    expect(await take()).toEqual([])
    await expireLeases()
    const [leased] = await take()
    expect(leased).toMatchObject({ id: '001', attempt: 2 })
    expect(await run((em) => calls.postpone(em, lost as Call, 0))).toBe(false)
    expect(await run((em) => calls.retry(em, lost as Call))).toBe(false)
    expect(await run((em) => calls.end(em, lost as Call))).toBe(false)
    expect(await run((em) => calls.end(em, leased as Call))).toBe(true)
    expect(await fixture.rows('select 1 from call_job')).toEqual([])
  })

  it('a postponed job is due when its pause has passed, and the queue says when that is', async () => {
    expect(await run((em) => calls.nextInMs(em))).toBeNull()
    await queue(2)
    expect(await run((em) => calls.nextInMs(em))).toBe(0)
    const [first, second] = await take()
    await run((em) => calls.postpone(em, first as Call, 40_000))
    await run((em) => calls.end(em, second as Call))
    expect(await take()).toEqual([])
    const nextInMs = await run((em) => calls.nextInMs(em))
    expect(nextInMs).toBeGreaterThan(20_000)
    expect(nextInMs).toBeLessThanOrEqual(40_000)
    await fixture.rows('update call_job set run_at = now()')
    expect(ids(await take())).toEqual(['001'])
  })

  it('are retried by the schedule until the last attempt, each with a growing pause', async () => {
    await queue(1)
    const pauses: number[] = []
    for (let attempt = 1; attempt <= 3; attempt++) {
      const [job] = await take()
      expect(job?.attempt).toBe(attempt)
      const again = await run((em) => calls.retry(em, job as Call))
      expect(again).toBe(attempt < 3)
      const [row] = await fixture.rows<{ s: number }>(
        'select extract(epoch from run_at - now())::float8 as s from call_job',
      )
      pauses.push(row?.s ?? 0)
      await fixture.rows('update call_job set run_at = now()')
    }
    expect(pauses[0]).toBeLessThanOrEqual(1.2)
    expect(pauses[1]).toBeGreaterThan(30)
    expect(pauses[1]).toBeLessThanOrEqual(60)
  })

  it('a round does all of them though one fails, which is retried by the schedule, and says when the next is due', async () => {
    await queue(3)
    const done: string[] = []
    const work = async (job: Call) => {
      if (job.id === '002') throw new Error('broken')
      await run((em) => calls.end(em, job))
      done.push(job.id)
    }
    const round = () => run(() => runLeased(runtime, calls, { limit: 10, work }))
    expect(await round()).toEqual({ worked: 3 })
    expect(done.sort()).toEqual(['001', '003'])
    const { worked, nextInMs } = await round()
    expect(worked).toBe(0)
    expect(nextInMs).toBeLessThanOrEqual(1_200)
  })

  it('one that always throws is retried by the schedule, then ended by the rule of its queue, and logged at both', async () => {
    const log = { error: vi.fn(), debug: vi.fn() }
    const retried: boolean[] = []
    const fail = async (job: Call, { isRetried }: { isRetried: boolean }) => {
      retried.push(isRetried)
      if (!isRetried) await run((em) => calls.end(em, job))
    }
    const work = async () => Promise.reject(new Error('broken'))
    for (const options of [{ fail }, {}]) {
      await queue(1)
      for (let attempt = 1; attempt <= 3; attempt++) {
        expect(await fixture.rows('select 1 from call_job')).toHaveLength(1)
        await run(() => runLeased({ ...runtime, log: log as never }, calls, { limit: 1, work, ...options }))
        await fixture.rows('update call_job set run_at = now()')
      }
      expect(await fixture.rows('select 1 from call_job')).toEqual([])
    }
    expect(retried).toEqual([true, true, false])
    expect([log.error, log.debug].map(({ mock }) => mock.calls.length)).toEqual([4, 2])
  })

  it('one that ended its process in each attempt is not tried again', async () => {
    await queue(1)
    await fixture.rows('update call_job set attempt = 3')
    await run(() => runLeased(runtime, calls, { limit: 1, work: async () => expect.fail('tried again') }))
    expect(await fixture.rows('select 1 from call_job')).toEqual([])
  })

  it('are due again if the clock of Postgres goes back, unless they are scheduled and were not tried yet', async () => {
    await queue(3)
    await fixture.rows(`update call_job set run_at = now() + interval '1 hour', attempt = (id = '001')::int,
      body = case id when '003' then 'prompt' else 'later' end`)
    expect(await run((em) => calls.longWaits(em, { runtime, limit: 10 }))).toBe(2)
    expect(ids(await take())).toEqual(['001', '003'])
  })
})
