import { type EventData, newId } from '@posthorn/contracts'
import { until } from '@posthorn/testkit'
import { describe, expect, it } from 'vitest'
import { useContacts } from '../contacts.fixture.ts'

const fixture = useContacts()

const [ada, grace, linus] = ['+4915112345671', '+4915112345672', '+4915112345673'] as const

function announced(workspace: string) {
  const events = fixture.bus.published.filter((event) => event.workspace === workspace)
  return {
    optedOut: events.flatMap((event) =>
      event.event === 'contact:opted_out'
        ? (event.data as EventData<'contact:opted_out'>).contacts.flatMap(({ recipients }) => recipients)
        : [],
    ),
    blocked: events.flatMap((event) =>
      event.event === 'contact:updated' ? [String((event.data as EventData<'contact:updated'>).phone)] : [],
    ),
  }
}

describe('an import', () => {
  it('marks who opted out or is blocked, announces both, and takes no mark away', async () => {
    const workspace = fixture.workspace()
    const caller = fixture.as(workspace)
    const first = `phone,optedOutAt,blocked\n${ada},2026-11-20T08:30:00Z,false\n${grace},true,TRUE\n${linus},,yes\n`
    expect(await fixture.run({ csv: first }, caller)).toMatchObject({ counts: { created: 3, failed: 0 } })
    await until(() => announced(workspace).optedOut.length === 2 && announced(workspace).blocked.length === 2)
    expect(announced(workspace).optedOut.toSorted()).toEqual([ada, grace])
    expect(announced(workspace).blocked.toSorted()).toEqual([grace, linus])
    const second = `phone,opted out,blocked\n${ada},2026-11-21T08:30:00Z,true\n${grace},false,false\n${linus},no,\n`
    await fixture.run({ csv: second, onDuplicate: 'update' }, caller)
    const contacts = await fixture.listed(caller)
    expect(contacts.find(({ phone }) => phone === ada)).toMatchObject({
      optedOutAt: '2026-11-20T08:30:00.000Z',
      blocked: true,
    })
    expect(contacts.find(({ phone }) => phone === grace)).toMatchObject({ blocked: true })
    expect(contacts.find(({ phone }) => phone === grace)?.optedOutAt).not.toBeNull()
    expect(contacts.find(({ phone }) => phone === linus)).toMatchObject({ optedOutAt: null, blocked: true })
  })

  it('neither marks nor announces anyone whose row was skipped or only tried', async () => {
    const workspace = fixture.workspace()
    const caller = fixture.as(workspace)
    await fixture.contacts.create.mutate({ phone: ada }, caller)
    const csv = `phone,optedOutAt,blocked\n${ada},true,true\n${grace},true,true\n`
    await fixture.run({ csv, onDuplicate: 'update', dryRun: true }, caller)
    await fixture.run({ csv, onDuplicate: 'skip' }, caller)
    await until(() => announced(workspace).optedOut.length > 0 && announced(workspace).blocked.length > 0)
    expect(announced(workspace)).toEqual({ optedOut: [grace], blocked: [grace] })
    expect(await fixture.contacts.list.query({ phone: ada }, caller)).toMatchObject({
      items: [{ optedOutAt: null, blocked: false }],
    })
  })

  it.each([
    ['update', { created: 0, updated: 1, skipped: 0, failed: 0 }, true],
    ['skip', { created: 0, updated: 0, skipped: 1, failed: 0 }, false],
    ['error', { created: 0, updated: 0, skipped: 0, failed: 1 }, false],
  ] as const)(
    'handles a contact that is created meanwhile as a duplicate: %s',
    async (onDuplicate, counts, isMarked) => {
      const workspace = fixture.workspace()
      const caller = fixture.as(workspace)
      const id = newId('con')
      await fixture.rows('begin')
      await fixture.rows(
        `with made as (insert into contact (workspace_id, id, phone, source) values ($1, $2, $3, 'api'))
         insert into identity (workspace_id, type, value, contact_id) values ($1, 'phone', $3, $2)`,
        [workspace, id, ada],
      )
      const csv = `phone,optedOutAt,blocked\n${ada},2026-11-20T08:30:00Z,true\n`
      const { id: asked } = await fixture.imports.create.mutate({ csv, onDuplicate }, caller)
      const waits = 'select 1 from pg_locks where not granted and pg_backend_pid() = any(pg_blocking_pids(pid))'
      await until(async () => (await fixture.rows(waits)).length > 0)
      await fixture.rows('commit')
      expect(await fixture.ended(asked, caller)).toMatchObject({ status: 'finished', counts: { rows: 1, ...counts } })
      const optedOutAt = isMarked ? '2026-11-20T08:30:00.000Z' : null
      expect(await fixture.listed(caller)).toMatchObject([
        { id, identities: [{ value: ada }], optedOutAt, blocked: isMarked },
      ])
    },
  )

  it('imports a row again whose contact is removed meanwhile', async () => {
    const workspace = fixture.workspace()
    const caller = fixture.as(workspace)
    const { id } = await fixture.contacts.create.mutate({ phone: ada }, caller)
    await fixture.rows('begin')
    await fixture.rows('delete from identity where workspace_id = $1', [workspace])
    await fixture.rows('delete from contact where workspace_id = $1', [workspace])
    const csv = `phone,name\n${ada},Ada\n`
    const { id: asked } = await fixture.imports.create.mutate({ csv, onDuplicate: 'update' }, caller)
    const waits = 'select 1 from pg_locks where not granted and pg_backend_pid() = any(pg_blocking_pids(pid))'
    await until(async () => (await fixture.rows(waits)).length > 0)
    await fixture.rows('commit')
    expect(await fixture.ended(asked, caller)).toMatchObject({ counts: { created: 1, updated: 0, failed: 0 } })
    expect((await fixture.listed(caller)).map((contact) => contact.id)).not.toContain(id)
  })

  it('refuses marks that are neither a time nor a yes or no', async () => {
    const caller = fixture.as(fixture.workspace())
    const { id } = await fixture.run({ csv: `phone,optedOutAt,blocked\n${ada},gestern,vielleicht\n` }, caller)
    const { items } = await fixture.imports.errors.query({ id }, caller)
    expect(items.map(({ column, value }) => [column, value])).toEqual([
      ['optedOutAt', 'gestern'],
      ['blocked', 'vielleicht'],
    ])
  })

  it.each(['0000-01-01T00:00:00Z', '0001-01-01T00:00:00+01:00', '9999-12-31T23:59:59-01:00'])(
    'refuses only the row of a time that no database stores: %s',
    async (at) => {
      const caller = fixture.as(fixture.workspace())
      const csv = `phone,optedOutAt\n${ada},${at}\n${grace},\n`
      const ended = await fixture.run({ csv }, caller)
      expect(ended).toMatchObject({ status: 'finished', counts: { created: 1, failed: 1 } })
      const { items } = await fixture.imports.errors.query({ id: ended.id }, caller)
      expect(items).toMatchObject([{ column: 'optedOutAt', value: at }])
    },
  )

  it('takes JSON contacts as they are', async () => {
    const caller = fixture.as(fixture.workspace())
    const contact = { phone: ada, name: "'=Ada", company: ' =1', tags: ['VIP|DACH', 'a;b', '[x]'], fields: { a: '"' } }
    const marks = { optedOutAt: '2026-11-20T08:30:00.000Z', blocked: true }
    await fixture.run({ contacts: [{ ...contact, ...marks }, { phone: grace }] }, caller)
    const [first, second] = (await fixture.contacts.list.query({ sort: 'name:desc' }, caller)).items
    expect(first).toMatchObject({ ...contact, ...marks })
    expect(second).toMatchObject({ phone: grace, tags: [], fields: {}, optedOutAt: null, blocked: false })
  })

  it('counts rows that repeat a phone as updated, and refuses those that would make too many tags', async () => {
    const caller = fixture.as(fixture.workspace())
    const tags = (from: number) => Array.from({ length: 60 }, (_, i) => `t${from + i}`).join(';')
    const csv = `phone,tags\n${ada},${tags(0)}\n${ada},${tags(60)}\n${ada},x\n`
    const result = await fixture.run({ csv, onDuplicate: 'update' }, caller)
    expect(result.counts).toEqual({ rows: 3, created: 1, updated: 1, skipped: 0, failed: 1 })
    const again = await fixture.run(
      { csv: `phone,tags\n${ada},${tags(60)}\n${ada},y\n`, onDuplicate: 'update' },
      caller,
    )
    expect(again.counts).toEqual({ rows: 2, created: 0, updated: 1, skipped: 0, failed: 1 })
    expect((await fixture.listed(caller))[0]?.tags).toHaveLength(62)
  })
})
