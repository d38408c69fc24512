import { parse } from 'csv-parse/sync'
import { describe, expect, it } from 'vitest'
import { type Caller, useContacts } from '../contacts.fixture.ts'

const fixture = useContacts()

async function whole(mine: Caller, tag?: string[]) {
  let text = ''
  let cursor: string | undefined
  do {
    const part = await fixture.contacts.export.query({ ...(tag ? { tag } : {}), ...(cursor ? { cursor } : {}) }, mine)
    text += part.chunk
    cursor = part.next ?? undefined
  } while (cursor)
  return text
}

describe('export', () => {
  it('gives every contact once, over several parts with the same columns', async () => {
    const mine = fixture.as(fixture.workspace())
    const rows = Array.from({ length: 2_500 }, (_, i) => `+49151${20_000_000 + i},Name ${i},${i % 2 ? 'gold' : ''}`)
    await fixture.run({ csv: `phone,name,fields.plan\n${rows.join('\n')}` }, mine)
    const [header, ...lines] = (await whole(mine)).trimEnd().split('\n')
    expect(header).toMatch(/^id,phone,userId,name,.*,fields\.plan$/)
    expect(new Set(lines.map((line) => line.split(',')[1])).size).toBe(2_500)
    expect(lines).toHaveLength(2_500)
    expect(new Set(lines.map((line) => line.split(',').length))).toEqual(new Set([header?.split(',').length]))
  })

  it('holds nothing that a spreadsheet takes for a formula, and comes back by import as it was', async () => {
    const mine = fixture.as(fixture.workspace())
    const odd = { name: '=cmd|x', company: '@SUM("a", b)\nc', lastName: '-2+3', fields: { plan: '+1+1', _x: "'tis" } }
    const { _x, ...fields } = odd.fields as Record<string, string>
    await fixture.contacts.create.mutate(
      { phone: '+4915112345678', ...odd, fields: { ...fields, quote: _x ?? '' } },
      mine,
    )
    const csv = await whole(mine)
    expect(csv).toContain(`"'@SUM(""a"", b)\nc"`)
    for (const cell of csv.split(/[,\n]/)) expect(cell).not.toMatch(/^"?[=@-]|^"?\+(?!\d+$)/)
    const other = fixture.as(fixture.workspace())
    expect((await fixture.run({ csv }, other)).counts).toMatchObject({ created: 1, failed: 0 })
    const [back] = (await fixture.contacts.list.query({}, other)).items
    expect(back).toMatchObject({ ...odd, fields: { ...fields, quote: "'tis" } })
  })

  it('has no cell that a spreadsheet takes for a formula, whatever comes before its sign', async () => {
    const beginnings = ['=', '+', '-', '@', '\t=', '\r=', '\n=', ' =', '＝', '＋', '－', '＠', "'=", '"=', ';=', ',=']
    const [mine, other] = [fixture.as(fixture.workspace()), fixture.as(fixture.workspace())]
    for (const [i, beginning] of beginnings.entries()) {
      const company = `Ada ${beginning}HYPERLINK("http://example.com")`
      const person = {
        name: `${beginning}1+1|cmd`,
        company,
        tags: [`${i};x|y`],
        fields: { note: `${beginning}SUM(A1)` },
      }
      await fixture.contacts.create.mutate({ phone: `+4915112340${String(i).padStart(3, '0')}`, ...person }, mine)
    }
    const csv = await whole(mine)
    const cells = (parse(csv) as string[][]).flat()
    expect(cells.filter((cell) => /^[\s\uFEFF]*[=+\-@＝＋－＠]/u.test(cell) && !/^\+\d+$/.test(cell))).toEqual([])
    expect((await fixture.run({ csv }, other)).counts).toMatchObject({ created: beginnings.length, failed: 0 })
    const people = async (caller: Caller) =>
      (await fixture.contacts.list.query({ size: 200 }, caller)).items
        .map(({ phone, name, company, tags, fields }) => ({ phone, name, company, tags, fields }))
        .toSorted((a, b) => (a.phone ?? '').localeCompare(b.phone ?? ''))
    expect(await people(other)).toEqual(await people(mine))
  })

  it('leaves the cell of a field empty that a contact does not have, whatever its name', async () => {
    const mine = fixture.as(fixture.workspace())
    await fixture.contacts.create.mutate({ phone: '+4915112345678', fields: { constructor: 'Ada' } }, mine)
    await fixture.contacts.create.mutate({ phone: '+4915112345679' }, mine)
    const rows = parse(await whole(mine), { columns: true }) as Record<string, string>[]
    expect(new Set(rows.map((row) => row['fields.constructor']))).toEqual(new Set(['', 'Ada']))
  })

  it('gives tags back as they were, whatever separators are part of them, and names after a line break or in full width', async () => {
    const mine = fixture.as(fixture.workspace())
    const odd = {
      name: '\n=1+1',
      company: '＝1+1',
      lastName: ' =1+1',
      firstName: "'=Ada",
      tags: ['VIP|DACH', 'a;b', 'c'],
    }
    await fixture.contacts.create.mutate({ phone: '+4915112345678', ...odd }, mine)
    await fixture.contacts.create.mutate({ phone: '+4915112345679', tags: ['a', 'b'] }, mine)
    const csv = await whole(mine)
    expect(csv).toContain(',"a,b",')
    const cells = (parse(csv) as string[][]).flat()
    expect(cells.filter((cell) => /^\s*[=＝]/.test(cell))).toEqual([])
    const other = fixture.as(fixture.workspace())
    expect((await fixture.run({ csv }, other)).counts).toMatchObject({ created: 2, failed: 0 })
    const { items } = await fixture.contacts.list.query({}, other)
    expect(items.find(({ phone }) => phone === '+4915112345678')).toMatchObject(odd)
    expect(items.find(({ phone }) => phone === '+4915112345679')?.tags).toEqual(['a', 'b'])
  })

  it('filters as the list does, and shows nothing of another workspace', async () => {
    const mine = fixture.as(fixture.workspace())
    await fixture.contacts.create.mutate({ phone: '+4915112345678', tags: ['vip'] }, mine)
    await fixture.contacts.create.mutate({ phone: '+4915112345679' }, mine)
    expect((await whole(mine, ['vip'])).trimEnd().split('\n')).toHaveLength(2)
    expect((await whole(fixture.as(fixture.workspace()))).trimEnd().split('\n')).toHaveLength(1)
    await expect(fixture.contacts.export.query({ cursor: 'forged' }, mine)).rejects.toThrow('cursor')
  })
})
