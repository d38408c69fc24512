import { faultOf } from '@posthorn/client'
import { contacts, exampleContact, newId } from '@posthorn/contracts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  type BatchVerb,
  defaultPartition,
  defineService,
  implement,
  inTransaction,
  migration,
  type Runtime,
  sql,
  type Verb,
  withTenantScope,
} from '../index.ts'
import { startTestService, type TestService } from '../testing/service.fixture.ts'

const { create, get, list } = contacts.contacts
const phone = '+4915112345678'

/** Verbs that leave the workspace out of every statement, which our real verbs must never do. */
const forgetful = {
  create: {
    batchSizeMax: 50,
    async together({ tx, calls }) {
      const rows = calls.map(({ workspace }) => [workspace, newId('con')])
      await sql(tx.em, 'insert into secret (workspace_id, id) select * from unnest($1::text[], $2::text[])', [
        rows.map(([workspace]) => workspace),
        rows.map(([, id]) => id),
      ])
      const seen = await sql<{ workspace_id: string }>(tx.em, 'select workspace_id from secret')
      return calls.map(() => ({
        ok: true,
        value: {
          ...exampleContact,
          created: true,
          phone,
          name: [...new Set(seen.map((row) => row.workspace_id))].sort().join(' '),
        },
      }))
    },
  } satisfies BatchVerb<typeof create>,
  get: (async ({ ctx, input }) => {
    const rows = await sql(ctx.em, 'select * from secret')
    const named = await sql(ctx.em, 'select * from secret where id = $1', [input.id])
    return { ...exampleContact, phone, name: `${rows.length} ${named.length}` }
  }) satisfies Verb<typeof get>,
}

let runtime: Runtime
const service = defineService({
  name: 'contacts',
  config: {},
  entities: [],
  appendOnly: ['ledger'],
  migrations: [
    migration('secret_001', [
      `create table secret (workspace_id text collate "C", id text collate "C", primary key (workspace_id, id)) partition by range (id)`,
      defaultPartition('secret'),
      'create table ledger (workspace_id text, line text)',
    ]),
  ],
  partitions: [{ table: 'secret', prefix: 'con', every: 'day', createInAdvance: 1 }],
  deps: async (base) => {
    runtime = { ...base, deps: {} }
    return {}
  },
  router: implement(
    { contacts: { create, get, list } },
    { contacts: { ...forgetful, list: async () => ({ items: [], next: null }) } },
  ),
  subscribers: [],
  workers: [],
})

let fixture: TestService
beforeAll(async () => {
  fixture = await startTestService({ ...service, template: 'row_security' })
})
afterAll(() => fixture[Symbol.asyncDispose]())

const verbs = () => fixture.clients.contacts.contacts
const createAs = (workspace: string) => verbs().create.mutate({ phone }, fixture.as(workspace))
const reading = (workspaces: string[], text: string, params: unknown[] = []) =>
  withTenantScope({ workspaces }, () => sql(runtime.db.em(), text, params))

describe('row-level security', () => {
  it('a verb without any condition on the workspace reads no row of another, by list or by id', async () => {
    const [mine, other] = [fixture.workspace(), fixture.workspace()]
    await Promise.all([createAs(mine), createAs(other), createAs(other)])
    const [foreign] = await fixture.rows<{ id: string }>('select id from secret where workspace_id = $1', [other])
    const seen = await verbs().get.query({ id: foreign?.id as never }, fixture.as(mine))
    expect(seen.name).toBe('1 0')
  })

  it('calls that share a transaction reach their own workspaces and no others', async () => {
    const [first, second, absent] = [fixture.workspace(), fixture.workspace(), fixture.workspace()]
    await createAs(absent)
    for (const answer of await Promise.all([createAs(first), createAs(second), createAs(first)])) {
      const reached = answer.name?.split(' ') ?? []
      expect([first, second]).toEqual(expect.arrayContaining(reached))
    }
  })

  it('nothing can be changed, removed, or written for another workspace, alone or inside a transaction', async () => {
    const [mine, other] = [fixture.workspace(), fixture.workspace()]
    await Promise.all([createAs(mine), createAs(other)])
    expect(await reading([mine], 'update secret set id = id returning workspace_id')).toEqual([{ workspace_id: mine }])
    expect(await reading([mine], 'delete from secret where workspace_id = $1 returning 1', [other])).toEqual([])
    const forging = reading([mine], 'insert into secret (workspace_id, id) values ($1, $2)', [other, newId('con')])
    await expect(forging).rejects.toThrow(/row-level security/)
    const inside = withTenantScope({ workspaces: [mine] }, () =>
      inTransaction(runtime, ({ em }) => sql(em, 'update secret set workspace_id = $1', [other])),
    )
    await expect(inside).rejects.toThrow(/row-level security/)
    expect(await fixture.rows('select 1 from secret where workspace_id = $1', [other])).toHaveLength(1)
  })

  it('what failed is undone and leaves no transaction open, alone or not', async () => {
    const workspace = fixture.workspace()
    const failing = ['select 1 / 0', 'select 1 / $1::int']
    for (const text of failing) {
      await expect(reading([workspace], text, text.includes('$1') ? [0] : [])).rejects.toThrow(/division/)
      const inside = withTenantScope('all', () => inTransaction(runtime, ({ em }) => sql(em, 'select 1 / 0')))
      await expect(inside).rejects.toThrow()
    }
    // The relay briefly has its own transaction.
    const open = () =>
      fixture.rows(`select query from pg_stat_activity where datname = current_database() and state like 'idle in%'`)
    await expect.poll(open).toEqual([])
  })

  it('work that names no workspace reaches no row, also on a connection that has just served one', async () => {
    const workspace = fixture.workspace()
    await createAs(workspace)
    for (let i = 0; i < 20; i++) {
      expect(await reading([workspace], 'select 1 from secret')).toHaveLength(1)
      expect(await sql(runtime.db.em(), 'select 1 from secret')).toEqual([])
      expect(await runtime.db.transaction((em) => sql(em, 'select 1 from secret'))).toEqual([])
      expect(await reading([], 'select 1 from secret')).toEqual([])
    }
  })

  it('a workspace that looks like SQL names only itself', async () => {
    const odd = `'}'; reset role; --"\\{`
    expect(
      await reading([odd, `a","b`], `select nullif(current_setting('posthorn.workspaces'), '')::text[] as set`),
    ).toEqual([{ set: [odd, `a","b`] }])
  })

  it('only loops that sweep, and operators, reach every workspace', async () => {
    await Promise.all([createAs(fixture.workspace()), createAs(fixture.workspace())])
    const count = 'select count(distinct workspace_id)::int as n from secret'
    const [all] = await withTenantScope('all', () => sql<{ n: number }>(runtime.db.em(), count))
    expect(all?.n).toBeGreaterThanOrEqual(2)
    const asOperator = fixture.clients.calling({ workspace: null, scopes: ['operator', 'read'] })
    await expect(verbs().get.query({ id: exampleContact.id }, asOperator)).rejects.toThrow(/workspace/)
  })

  it('neither calls nor sweeps own the tables: they cannot lift the policies, empty a table or reach a partition directly', async () => {
    const asCall = (text: string) => reading([fixture.workspace()], text)
    const asSweep = (text: string) => withTenantScope('all', () => sql(runtime.db.em(), text))
    for (const run of [asCall, asSweep]) {
      for (const text of [
        'alter table secret disable row level security',
        'drop policy own_workspaces on secret',
        'truncate secret',
        'select * from secret_default',
        'create table mine (a int)',
      ])
        await expect(run(text), text).rejects.toThrow(/must be owner|permission denied/)
    }
    const unguarded = asCall('set local row_security = off; select * from secret')
    await expect(unguarded).rejects.toThrow(/row-level security/)
  })

  it('what may only be added to can be neither changed nor removed', async () => {
    const workspace = fixture.workspace()
    await reading([workspace], `insert into ledger values ($1, 'first')`, [workspace])
    for (const text of [`update ledger set line = ''`, 'delete from ledger', 'truncate ledger'])
      await expect(reading([workspace], text), text).rejects.toThrow(/permission denied/)
    expect(await reading([workspace], 'select line from ledger')).toEqual([{ line: 'first' }])
  })

  it('a workspace on its way is refused with a time to wait, and partitions made meanwhile leave the hold in place', async () => {
    const [moving, other] = [fixture.workspace(), fixture.workspace()]
    const policy = `hold_${moving}_insert`
    await fixture.rows(`create policy "${policy}" on secret as restrictive for insert to posthorn_contacts
      with check (workspace_id is distinct from '${moving}')`)
    await runtime.db.renewPartitions()
    expect(await createAs(moving).catch(faultOf)).toMatchObject({ code: 'service:unavailable', retryAfter: 2 })
    await createAs(other)
    await fixture.rows(`drop policy "${policy}" on secret`)
    await createAs(moving)
  })

  it('is in force, and forced, on every table and partition with a workspace, those made later included', async () => {
    await fixture.rows('create table late (workspace_id text, primary key (workspace_id))')
    await fixture.rows(`alter table late owner to posthorn_contacts_owner`)
    const lacking = () =>
      fixture.rows<{ relname: string }>(
        `select c.relname from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'workspace_id'
         where c.relnamespace = 'contacts'::regnamespace and c.relkind in ('r', 'p')
           and not (c.relrowsecurity and c.relforcerowsecurity and (select count(*) = 2 from pg_policy where polrelid = c.oid))`,
      )
    expect(await lacking()).toEqual([{ relname: 'late' }])
    await runtime.db.renewPartitions()
    expect(await lacking()).toEqual([])
  })
})
