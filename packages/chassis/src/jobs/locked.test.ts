import { contacts, exampleContact } from '@posthorn/contracts'
import { until } from '@posthorn/test-servers'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  createLockedQueue,
  createRemovalQueue,
  defineService,
  implement,
  inTransaction,
  migration,
  type Runtime,
  runTogether,
  type Tx,
  withTenantScope,
} from '../index.ts'
import { startTestService, type TestService } from '../testing/service.fixture.ts'

type Person = { workspace: string; id: string; body: string }

const options = { table: 'person_job', key: { workspace_id: 'workspace', id: 'id' }, columns: 'job.body' } as const
const people = createLockedQueue<Person>(options)
const removals = createRemovalQueue<Person>(options)

let runtime: Runtime
const service = defineService({
  name: 'contacts',
  config: {},
  entities: [],
  migrations: [
    migration('jobs_001', [
      `create table person_job (workspace_id text, id text, body text, run_at timestamptz not null default now(), primary key (workspace_id, id))`,
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
  fixture = await startTestService({ ...service, template: 'locked_jobs' })
})
afterAll(() => fixture[Symbol.asyncDispose]())

const run = <T>(work: (em: ReturnType<Runtime['db']['em']>) => Promise<T>) =>
  withTenantScope('all', () => work(runtime.db.em()))
const inWork = <T>(work: (em: ReturnType<Runtime['db']['em']>) => Promise<T>) =>
  withTenantScope('all', () => inTransaction(runtime, (tx) => work(tx.em)))
const ids = (jobs: { id: string }[]) => jobs.map(({ id }) => id).sort()
const queue = (count: number) =>
  fixture.rows(
    `insert into person_job (workspace_id, id, body, run_at)
     select 'wrk_1', lpad(n::text, 3, '0'), 'body ' || n, now() - make_interval(secs => 100 - n) from generate_series(1, $1) n`,
    [count],
  )

beforeEach(() => fixture.rows('truncate person_job'))

describe('jobs of workspaces that are locked, or end by being taken', () => {
  it.each([people, removals])('are taken in turn, also if the work of one fails', async (each) => {
    await queue(5)
    await fixture.rows(`insert into person_job (workspace_id, id, body) values ('wrk_2', '902', '')`)
    const taken: string[] = []
    for (let turn = 0; turn < 4; turn++)
      await inWork(async (em) => {
        taken.push(...ids(await each.take(em, 1)))
        throw new Error('broken')
      }).catch(() => {})
    expect(taken.sort()).toEqual(['001', '001', '902', '902'])
  })
})

describe('locked jobs', () => {
  it('are skipped by others until the transaction ends, which may give them back', async () => {
    await queue(2)
    const release = Promise.withResolvers<void>()
    let taken: Person[] = []
    const first = inWork(async (em) => {
      taken = await people.take(em, 1)
      await release.promise
      throw new Error('rolled back')
    }).catch((err: Error) => err.message)
    await until(() => taken.length > 0)
    expect(taken).toEqual([{ workspace: 'wrk_1', id: '001', body: 'body 1' }])
    const second = await inWork(async (em) => {
      const jobs = await people.take(em, 5)
      for (const job of jobs) await people.end(em, job)
      return jobs
    })
    expect(ids(second)).toEqual(['002'])
    release.resolve()
    expect(await first).toBe('rolled back')
    expect(ids(await inWork((em) => people.take(em, 5)))).toEqual(['001'])
  })

  it('that are not ready stay, though they are due', async () => {
    await queue(2)
    const ready = `not exists (select from person_job e where e.workspace_id = t.workspace_id and e.run_at < t.run_at)`
    const inOrder = createLockedQueue<Person>({ ...options, ready })
    const release = Promise.withResolvers<void>()
    let taken: Person[] = []
    const first = inWork(async (em) => {
      taken = await inOrder.take(em, 2)
      await release.promise
      for (const job of taken) await inOrder.end(em, job)
    })
    await until(() => taken.length > 0)
    expect(ids(taken)).toEqual(['001'])
    expect(await inWork((em) => inOrder.take(em, 2))).toEqual([])
    release.resolve()
    await first
    expect(ids(await inWork((em) => inOrder.take(em, 2)))).toEqual(['002'])
  })

  it('are not due until their pause has passed', async () => {
    await queue(1)
    await inWork(async (em) => {
      for (const job of await people.take(em, 1)) await people.postpone(em, job, 40_000)
    })
    expect(await inWork((em) => people.take(em, 1))).toEqual([])
    expect(await run((em) => people.nextInMs(em))).toBeGreaterThan(20_000)
  })
})

describe('jobs that end by being taken', () => {
  it('one that always fails delays none of its workspace, rests, and is tried again', async () => {
    await queue(4)
    const done: string[] = []
    const tried: string[][] = []
    const work = async (_: Tx, jobs: Person[]) => {
      tried.push(ids(jobs))
      if (ids(jobs).includes('001')) throw new Error('broken')
      done.push(...ids(jobs))
    }
    const queued = createRemovalQueue<Person>(options)
    const round = () => run(() => runTogether(runtime, queued, { limit: 10, work }).catch(() => ({ worked: 1 })))
    while ((await round()).worked > 0);
    expect(done).toEqual(['002', '003', '004'])
    expect(tried[1]).toEqual(['001'])
    const later = vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 2_000)
    await round()
    later.mockRestore()
    expect(tried.at(-1)).toEqual(['001'])
  })

  it('are taken once by those who take at a time, in the order of their keys, and a rollback gives them back', async () => {
    await queue(40)
    const failing = inWork(async (em) => {
      await removals.take(em, 10)
      throw new Error('rolled back')
    })
    await expect(failing).rejects.toThrow('rolled back')
    const [first] = await inWork((em) => removals.take(em, 1))
    expect(first).toEqual({ workspace: 'wrk_1', id: '001', body: 'body 1' })
    const taken = await Promise.all(Array.from({ length: 8 }, () => inWork((em) => removals.take(em, 5))))
    const rest = await inWork((em) => removals.take(em, 100))
    const all = ids([...taken.flat(), ...rest])
    expect(new Set(all).size).toBe(all.length)
    expect(all).toHaveLength(39)
    expect(await fixture.rows('select 1 from person_job')).toEqual([])
  })
})
