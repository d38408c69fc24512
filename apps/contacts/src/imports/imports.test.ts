import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type contacts as contract, type InputOf, newId, tagsMax } from '@posthorn/contracts'
import { busEvent, startTestService, type TestService, until } from '@posthorn/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { importEnded } from '../contacts.fixture.ts'
import { contactsService } from '../service.ts'

let fixture: TestService
beforeAll(async () => {
  fixture = await startTestService(contactsService, { env: { ALLOW_PRIVATE_ADDRESSES: 'true' } })
})
afterAll(() => fixture[Symbol.asyncDispose]())

type Mine = ReturnType<TestService['as']>
const contacts = () => fixture.clients.contacts.contacts
const imports = () => fixture.clients.contacts.imports

const ended = (id: string, mine: Mine) => importEnded(fixture, id, mine)

async function run(input: InputOf<typeof contract.imports.create>, mine: Mine) {
  const { id } = await imports().create.mutate(input, mine)
  return ended(id, mine)
}

const listed = async (mine: Mine) => (await contacts().list.query({ sort: 'name:asc', size: 200 }, mine)).items

async function served(body: Buffer, status = 200) {
  const server = createServer((_, res) => res.writeHead(status).end(body))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/contacts.csv`,
    [Symbol.asyncDispose]: async () => void server.close(),
  }
}

const ada = { name: 'Ada', phone: '+4915112345678', fields: { plan: 'gold' }, country: 'DE', source: 'import' }

describe('an import', () => {
  it.each([
    ['commas', 'phone,name,plan\n+49 151 12345678,Ada,gold\n'],
    ['semicolons and CRLF', 'phone;name;plan\r\n+49 151 12345678;Ada;gold\r\n'],
    ['tabs, without a last line break', 'phone\tname\tplan\n+49 151 12345678\tAda\tgold'],
    ['bars, empty lines and spaces', 'phone|name|plan\n\n +49 151 12345678 | Ada |gold\n\n'],
    ['a byte order mark and quotes', '\ufeff"phone","name","plan"\n"+49 (151) 123-45678","Ada","gold"\n'],
    [
      'two columns of a name and of a target, of which the first counts',
      'phone,name,phone,name,Full Name,plan\n4915112345678,Ada,4915112345679,Eve,Bob,gold\n',
    ],
    ['rows of empty cells', ',,\nphone,name,plan\n,,\n4915112345678,Ada,gold\n , ,\n"",,\n'],
    [
      'the line in which Excel states the delimiter',
      'sep=;\r\nphone;name;plan;a, b, c, d\r\n4915112345678;Ada;gold;\r\n',
    ],
    ['that line with a delimiter of its own', '\ufeff"sep=~"\nphone~name~plan\n4915112345678~Ada~gold\n'],
    ['names as people give them', 'Phone Number,Full Name,plan\n4915112345678,Ada,gold\n'],
  ])('understands %s', async (_, csv) => {
    const mine = fixture.as(fixture.workspace())
    const result = await run({ csv, mapping: { plan: 'fields.plan' } }, mine)
    expect(result).toMatchObject({ status: 'finished', progress: 1, counts: { rows: 1, created: 1, failed: 0 } })
    expect(await listed(mine)).toMatchObject([ada])
  })

  it('counts lines over the line of the delimiter and rows of empty cells, however many there are', async () => {
    const mine = fixture.as(fixture.workspace())
    const empty = 120_000
    const csv = `sep=,\nphone,name,name\n${',,\n'.repeat(empty)}+4915112345678,Ada,Eve\nnone,Bob,\n${',,\n'.repeat(empty)}`
    const result = await run({ csv }, mine)
    expect(result).toMatchObject({ status: 'finished', counts: { rows: 2, created: 1, failed: 1 } })
    const { items } = await imports().errors.query({ id: result.id }, mine)
    expect(items).toMatchObject([{ row: 2, line: empty + 4, column: 'phone', value: 'none' }])
    expect(await listed(mine)).toMatchObject([{ name: 'Ada' }])
  })

  it('takes line breaks and delimiters in quotes, doubled quotes, tags, and short rows', async () => {
    const mine = fixture.as(fixture.workspace())
    const csv = 'phone,company,tags,email\n+4915112345678,"A ""B"", C\nD","vip; new",a@example.com\n+4915112345679\n'
    expect(await run({ csv, tags: ['fair'] }, mine)).toMatchObject({ counts: { rows: 2, created: 2 } })
    const made = (await listed(mine)).toSorted((a, b) => String(a.phone).localeCompare(String(b.phone)))
    expect(made).toMatchObject([
      { company: 'A "B", C\nD', tags: ['vip', 'new', 'fair'], email: 'a@example.com' },
      { company: null, tags: ['fair'] },
    ])
  })

  it.each([
    ['UTF-16 little endian', Buffer.from('\ufeffphone;name\n+4915112345678;Jörg 🎺\n', 'utf16le'), 'Jörg 🎺'],
    ['UTF-16 big endian', Buffer.from('\ufeffphone;name\n+4915112345678;Jörg\n', 'utf16le').swap16(), 'Jörg'],
    ['UTF-16 little endian without a mark', Buffer.from('phone;name\n+4915112345678;日本\n', 'utf16le'), '日本'],
    ['UTF-16 big endian without a mark', Buffer.from('phone;name\n+4915112345678;Jörg\n', 'utf16le').swap16(), 'Jörg'],
    ['what Windows writes', Buffer.from('phone;name\n+4915112345678;Jörg\n', 'latin1'), 'Jörg'],
  ])('fetches a file in %s', async (_, body, name) => {
    const mine = fixture.as(fixture.workspace())
    await using file = await served(body)
    expect(await run({ url: file.url }, mine)).toMatchObject({ status: 'finished', counts: { created: 1 } })
    expect(await listed(mine)).toMatchObject([{ name }])
  })

  it.each([
    ['UTF-8', Buffer.from('\ufeffphone;name\n+4915112345678;Jörg\n')],
    ['UTF-16', Buffer.from('\ufeffphone;name\n+4915112345678;Jörg\n', 'utf16le')],
    ['what Windows writes', Buffer.from('phone;name\n+4915112345678;Jörg\n', 'latin1')],
  ])('takes the bytes of a file in %s, wherever they are cut', async (_, file) => {
    const workspace = fixture.workspace()
    const mine = fixture.as(workspace)
    async function* bytes() {
      for (const byte of file) yield Buffer.from([byte])
    }
    const call = { workspace, actor: { type: 'key', id: 'key_test' } } as const
    const fields = async () => ({ tags: ['fair'] })
    const made = await fixture.clients.upload('contacts', { operation: 'imports.create', bytes: bytes(), fields }, call)
    const result = await ended((made as { id: string }).id, mine)
    expect(result).toMatchObject({ status: 'finished', counts: { created: 1 } })
    expect(await listed(mine)).toMatchObject([{ name: 'Jörg', tags: ['fair'] }])
  })

  it('fails and says why when the file is not there, or holds no phones', async () => {
    const mine = fixture.as(fixture.workspace())
    await using missing = await served(Buffer.from('no'), 404)
    const failed = await run({ url: missing.url }, mine)
    expect(failed).toMatchObject({ status: 'failed', error: { errorCode: 'import:not_fetched' } })
    await using other = await served(Buffer.from('a,b\n1,2\n'))
    expect(await run({ url: other.url }, mine)).toMatchObject({ error: { errorCode: 'import:no_phone' } })
    expect(await run({ url: other.url, mapping: { a: 'phone', name: 'name' } }, mine)).toMatchObject({
      status: 'failed',
      mapping: { a: 'phone', b: 'ignore' },
      error: { errorCode: 'import:no_column', message: expect.stringContaining('lacks a column') },
    })
    await expect(imports().create.mutate({ csv: 'a,b\n1,2\n' }, mine)).rejects.toThrow('no column is mapped to phone')
    await expect(imports().create.mutate({}, mine)).rejects.toThrow('is required')
    const misspelled = { csv: 'Telefon,Name\n1,2\n', mapping: { Telefon: 'phone', Nmae: 'name' } }
    await expect(imports().create.mutate(misspelled as never, mine)).rejects.toThrow(
      'the file has no such column; it has Telefon, Name',
    )
    await expect(imports().create.mutate({ file: newId('file') }, mine)).rejects.toThrow(
      'names a file to the public API only',
    )
    await expect(imports().create.mutate({ url: 'ftp://example.com/x' }, mine)).rejects.toThrow('not allowed')
  })

  it('reads phones as they are dialed within the country of their row, else of the workspace', async () => {
    const workspace = fixture.workspace()
    const mine = fixture.as(workspace)
    const data = { settings: { country: 'DE' } }
    const aggregate = { id: workspace, version: 2 }
    await fixture.bus.publish(busEvent({ event: 'workspace:updated', workspace, data, aggregate }))
    const stored = 'select 1 from workspace_setting where workspace_id = $1'
    await until(async () => (await fixture.rows(stored, [workspace])).length === 1)
    const csv = 'phone,name,country\n0151 20007556,Ada,\n07911 123456,Grace,gb\n+39 347 123 4567,Rita,\n'
    expect(await run({ csv }, mine)).toMatchObject({ counts: { created: 3, failed: 0 } })
    expect((await listed(mine)).map(({ phone }) => phone)).toEqual(['+4915120007556', '+447911123456', '+393471234567'])
  })

  it('takes an array as it takes a file, and lists the errors of faulty rows by row and column', async () => {
    const mine = fixture.as(fixture.workspace())
    const rows = [
      { phone: '+49 151 12345678', name: 'Ada', tags: ['vip'], fields: { plan: 'gold' } },
      { phone: '12', email: 'nonsense' },
      { name: 'no phone' },
      { phone: '+4915112345679', fields: { '-st': 'x' } },
    ]
    const result = await run({ contacts: rows }, mine)
    expect(result.counts).toEqual({ rows: 4, created: 1, updated: 0, skipped: 0, failed: 3 })
    expect(await listed(mine)).toMatchObject([{ ...ada, tags: ['vip'] }])
    const errors = (await imports().errors.query({ id: result.id }, mine)).items
    expect(errors.map(({ row, column, errorCode, value }) => [row, column, errorCode, value])).toEqual([
      [2, 'phone', 'phone:invalid', '12'],
      [2, 'email', 'field:invalid', 'nonsense'],
      [3, 'phone', 'phone:invalid', ''],
      [4, 'fields.-st', 'field:invalid', 'x'],
    ])
    const first = await imports().errors.query({ id: result.id, size: 3 }, mine)
    const second = await imports().errors.query({ id: result.id, size: 3, cursor: first.next ?? '' }, mine)
    expect([...first.items, ...second.items]).toEqual(errors)
  })

  it('treats a known phone as asked, in the file and in the address book alike', async () => {
    const csv = 'phone,name,tags\n+4915112345678,New,b\n+4915112345679,One,x\n+4915112345679,Two,y\n'
    const outcome = async (onDuplicate: 'skip' | 'update' | 'error', dryRun = false) => {
      const mine = fixture.as(fixture.workspace())
      await contacts().create.mutate({ phone: '+4915112345678', name: 'Old', company: 'X', tags: ['a'] }, mine)
      const { counts } = await run({ csv, onDuplicate, dryRun }, mine)
      return { ...counts, names: (await listed(mine)).map(({ name, tags }) => `${name} ${tags.join()}`) }
    }
    expect(await outcome('skip')).toMatchObject({ created: 1, skipped: 2, names: ['Old a', 'One x'] })
    expect(await outcome('update')).toMatchObject({ created: 1, updated: 2, skipped: 0, names: ['New a,b', 'Two x,y'] })
    expect(await outcome('error')).toMatchObject({ created: 1, failed: 2, names: ['Old a', 'One x'] })
    expect(await outcome('skip', true)).toMatchObject({ created: 1, skipped: 2, names: ['Old a'] })
    expect(await outcome('update', true)).toMatchObject({ created: 1, updated: 2, skipped: 0, names: ['Old a'] })
  })

  it('refuses in a dry run, too, a row that would give its contact too many tags', async () => {
    const mine = fixture.as(fixture.workspace())
    const tags = Array.from({ length: tagsMax }, (_, i) => `tag ${i}`)
    await contacts().create.mutate({ phone: '+4915112345678', tags }, mine)
    const csv = 'phone,tags\n+4915112345678,one more\n+4915112345679,new\n+4915112345679,newer\n'
    for (const dryRun of [true, false])
      expect(await run({ csv, onDuplicate: 'update', dryRun }, mine)).toMatchObject({
        counts: { rows: 3, created: 1, updated: 1, failed: 1 },
      })
  })

  it('refuses in a dry run, too, a row that would give too many tags to a new person whom rows name by phone, by user id or by both', async () => {
    const mine = fixture.as(fixture.workspace())
    const tags = Array.from({ length: tagsMax }, (_, i) => `tag ${i}`)
    const [some, others] = [tags.slice(0, 50).join('|'), tags.slice(50).join('|')]
    const csv = `phone,userId,tags\n+4915112345678,DE.one,${some}\n,DE.one,${others}\n+4915112345678,,one more\n`
    for (const dryRun of [true, false])
      expect(await run({ csv, onDuplicate: 'update', dryRun }, mine)).toMatchObject({
        counts: { rows: 3, created: 1, updated: 1, failed: 1 },
      })
  })

  it('continues where it was after a restart, without a row twice or none, and leaves no file behind', async () => {
    const workspace = fixture.workspace()
    const mine = fixture.as(workspace)
    // Long rows, so that a few of them fill several chunks.
    const total = 3_000
    const note = 'x'.repeat(600)
    const lines = Array.from({ length: total }, (_, i) => `+49151${10_000_000 + i},"Name\n${i}",${note}`)
    await using file = await served(Buffer.from(`phone,name,note\n${lines.join('\n')}`))
    const { id } = await imports().create.mutate({ url: file.url, onDuplicate: 'error' }, mine)
    await until(async () => (await imports().get.query({ id }, mine)).counts.rows > 0)
    await fixture.restart()
    const result = await ended(id, mine)
    expect(result.counts).toEqual({ rows: total, created: total, updated: 0, skipped: 0, failed: 0 })
    const [made] = await fixture.rows<{ count: string }>('select count(*) from contact where workspace_id = $1', [
      workspace,
    ])
    expect(made?.count).toBe(String(total))
    expect(await fixture.rows('select 1 from import_piece where import_id = $1', [id])).toEqual([])
    await until(() =>
      fixture.bus.published.some((event) => event.event === 'import:finished' && event.aggregate.id === id),
    )
  })

  it('ends though a quote is never closed, and is unreadable when that swallows a megabyte', async () => {
    const mine = fixture.as(fixture.workspace())
    const short = await run({ csv: 'phone,name\n+4915112345678,Ada\n+4915112345679,"Grace\n' }, mine)
    expect(short).toMatchObject({ status: 'finished', counts: { rows: 2, created: 1, failed: 1 } })
    await using file = await served(Buffer.from(`phone,name\n+4915112345678,"${'x\n'.repeat(1_500_000)}`))
    expect(await run({ url: file.url }, mine)).toMatchObject({ error: { errorCode: 'import:unreadable' } })
  })

  it('that cannot be worked on holds up no other', async () => {
    const mine = fixture.as(fixture.workspace())
    const broken = [fixture.workspace(), newId('imp')]
    await fixture.rows(
      `insert into import (workspace_id, id, status, dry_run, on_duplicate, tags, asked_mapping, mapping, delimiter, columns, size_bytes, touched_at)
       values ($1, $2, 'running', false, 'skip', '{}', '{}', '{}', '', '{}', 10, now() - interval '1 hour')`,
      broken,
    )
    expect(await run({ csv: 'phone\n+4915112345678\n' }, mine)).toMatchObject({ status: 'finished' })
    await fixture.rows('delete from import where workspace_id = $1 and id = $2', broken)
  })

  it('does not wait for all those of another workspace', async () => {
    const [theirs, mine] = [fixture.as(fixture.workspace()), fixture.as(fixture.workspace())]
    const csv = `phone\n${Array.from({ length: 15_000 }, (_, i) => `+49151${10_000_000 + i}`).join('\n')}`
    const create = (text: string, caller: typeof mine) => imports().create.mutate({ csv: text, dryRun: true }, caller)
    const many = await Promise.all(Array.from({ length: 8 }, () => create(csv, theirs)))
    await ended((await create('phone\n+4915112345678\n', mine)).id, mine)
    const others = await Promise.all(many.map(({ id }) => imports().get.query({ id }, theirs)))
    expect(others.filter(({ counts }) => counts.rows === 0)).not.toEqual([])
    await Promise.all(many.map(({ id }) => ended(id, theirs)))
  })

  it('is listed, and seen by its own workspace only', async () => {
    const mine = fixture.as(fixture.workspace())
    const { id } = await run({ csv: 'phone\n+4915112345678\n' }, mine)
    expect((await imports().list.query({}, mine)).items).toMatchObject([{ id, status: 'finished' }])
    const other = fixture.as(fixture.workspace())
    await expect(imports().get.query({ id }, other)).rejects.toThrow('no such import')
    await expect(imports().errors.query({ id }, other)).rejects.toThrow('no such import')
    expect((await imports().list.query({}, other)).items).toEqual([])
  })
})
