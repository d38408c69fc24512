import { requestErasure, until } from '@posthorn/testkit'
import { parse } from 'csv-parse/sync'
import { describe, expect, it } from 'vitest'
import { type Caller, useContacts } from '../contacts.fixture.ts'

const fixture = useContacts()

async function exported(id: string, caller: Caller): Promise<Record<string, string>[]> {
  let text = ''
  for (let cursor: string | undefined; ; ) {
    const part = await fixture.imports.exportErrors.query({ id, ...(cursor === undefined ? {} : { cursor }) }, caller)
    text += part.chunk
    if (part.next === null) return parse(text, { columns: true, relax_column_count: true })
    cursor = part.next
  }
}

it('an import is deleted with its faulty rows 90 days after it has ended', async () => {
  const caller = fixture.as(fixture.workspace())
  const [old, recent] = [
    await fixture.run({ csv: 'phone\n12\n' }, caller),
    await fixture.run({ csv: 'phone\n12\n' }, caller),
  ]
  const end = 'update import set completed_at = now() - make_interval(days => $1) where id = $2'
  await fixture.rows(end, [91, old.id])
  await fixture.rows(end, [89, recent.id])
  fixture.bus.nudge('contacts', 'housekeeping')
  const listed = async () => (await fixture.imports.list.query({}, caller)).items.map(({ id }) => id)
  await until(async () => (await listed()).length === 1)
  expect(await listed()).toEqual([recent.id])
  expect((await fixture.imports.errors.query({ id: recent.id }, caller)).items).toHaveLength(1)
})

describe('faulty rows of an import', () => {
  it.each([
    ['line feeds', '\n'],
    ['CRLF', '\r\n'],
    ['carriage returns', '\r'],
  ])('name the line of the file that they begin with, with %s', async (_, end) => {
    const caller = fixture.as(fixture.workspace())
    const lines = ['phone,company', '', '+4915112345678,"A', 'B"', '', '12,C', '+4915112345679,"D', '', 'E"', '13,F']
    const { id } = await fixture.run({ csv: lines.join(end) }, caller)
    const { items } = await fixture.imports.errors.query({ id }, caller)
    expect(items.map(({ row, line }) => [row, line])).toEqual([
      [2, 6],
      [4, 10],
    ])
  })

  it('name their lines in a file of many parts', async () => {
    const caller = fixture.as(fixture.workspace())
    // Long rows, so that a few of them fill several chunks.
    const note = 'x'.repeat(2_000)
    const lines = Array.from({ length: 450 }, (_, i) =>
      i % 150 === 149 ? `12,x,${note}` : `+49151${10_000_000 + i},"Name\n${i}",${note}`,
    )
    const { id } = await fixture.run({ csv: `phone,name,note\n${lines.join('\n')}` }, caller)
    const { items } = await fixture.imports.errors.query({ id }, caller)
    // All previous rows span two lines, except the invalid ones.
    expect(items.map(({ row, line }) => [row, line])).toEqual([
      [150, 300],
      [300, 599],
      [450, 898],
    ])
  })

  it('leave the cell of a field empty that a contact does not have, whatever its name', async () => {
    const caller = fixture.as(fixture.workspace())
    const contacts = [{ phone: '12', fields: { constructor: 'Ada' } }, { phone: '13' }]
    const { id } = await fixture.run({ contacts }, caller)
    const rows = await exported(id, caller)
    expect(rows.map((row) => row['fields.constructor'])).toEqual(['Ada', ''])
  })

  it('come as a file that can be corrected and imported again, from files and from JSON', async () => {
    const caller = fixture.as(fixture.workspace())
    const csv = `phone;Stadt;tags\n12;"'=Köln";a\n+4915112345678;Bonn;b\n13;Essen\n`
    const mapping = { Stadt: 'fields.city' }
    const file = await fixture.run({ csv, mapping }, caller)
    const rows = await exported(file.id, caller)
    expect(rows).toEqual([
      {
        phone: '12',
        Stadt: "'=Köln",
        tags: 'a',
        'import.row': '1',
        'import.line': '2',
        'import.faults': 'phone: is not a phone number. Use the international format, such as `+4915112345678`.',
      },
      expect.objectContaining({ phone: '13', Stadt: 'Essen', tags: '', 'import.row': '3', 'import.line': '4' }),
    ])
    const contacts = [{ phone: '12', name: "'=Ada", tags: ['a;b'], fields: { plan: '=1' } }]
    const json = await fixture.run({ contacts }, caller)
    const [row] = await exported(json.id, caller)
    expect(row).toMatchObject({ phone: '12', name: "''=Ada", tags: '["a;b"]', 'fields.plan': "'=1", 'import.line': '' })
    const { 'import.faults': faults, ...others } = row as Record<string, string>
    const corrected = { ...others, phone: '+4915112345670' }
    expect(faults).toContain('phone')
    const again = [Object.keys(corrected), Object.values(corrected)].map((cells) =>
      cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(','),
    )
    expect(await fixture.run({ csv: again.join('\n') }, caller)).toMatchObject({ counts: { created: 1 } })
    const [ada] = (await fixture.contacts.list.query({ phone: '+4915112345670' }, caller)).items
    expect(ada).toMatchObject({ name: "'=Ada", tags: ['a;b'], fields: { plan: '=1' } })
  })

  it('of every import lose the cells of a person who is erased, one statement for each import', async () => {
    const workspace = fixture.workspace()
    const caller = fixture.as(workspace)
    const csv = 'phone,email\n+4915112345678,ada@\n+4915112345679,grace@\n'
    const imports = [await fixture.run({ csv }, caller), await fixture.run({ csv, dryRun: true }, caller)]
    await fixture.rows(`create function one_import() returns trigger language plpgsql as $$ begin
      if (select count(distinct import_id) > 1 from changed) then raise 'rows of several imports'; end if;
      return null;
    end $$`)
    await fixture.rows(`create trigger one_import after update on import_error referencing new table as changed
      for each statement execute function one_import()`)
    await requestErasure(fixture, 'contacts', { workspace, phones: ['+4915112345678'] })
    await fixture.rows('drop trigger one_import on import_error')
    for (const { id } of imports)
      expect((await exported(id, caller)).map((row) => row['phone'])).toEqual(['', '+4915112345679'])
  })

  it('are exported whole over several parts, and to their own workspace only', async () => {
    const caller = fixture.as(fixture.workspace())
    const lines = Array.from({ length: 1_100 }, (_, i) => `${i},\u0000x`)
    const { id } = await fixture.run({ csv: `phone,email\n${lines.join('\n')}` }, caller)
    const rows = await exported(id, caller)
    expect(rows.map((row) => row['phone'])).toEqual(lines.map((_, i) => String(i)))
    expect(rows[0]).toMatchObject({ email: 'x' })
    const other = fixture.as(fixture.workspace())
    await expect(fixture.imports.exportErrors.query({ id }, other)).rejects.toThrow('no such import')
  })
})
