import { existsSync, readdirSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { startHttpServer, until } from '@posthorn/testkit'
import { phoneOf, type RunningSystem } from '@posthorn/testkit/system'
import { all, type Outcome, type ProofFixture } from '../proof.ts'
import { TenantFixture } from '../scenarios/contract/tenant.fixture.ts'

const mebibyte = 1024 * 1024
/** A one-pixel PNG. */
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const script = '<script>alert(1)</script>'

type Upload = { bytes: Buffer; type: string; name?: string; length?: number }
type Answer = { status: number; body: { id?: string; filename?: string; errorCode?: string } }

/** Uploads bytes. `length` overrides the declared content length. Status 0 means that the connection was closed. */
function upload(system: RunningSystem, { bytes, type, name, length }: Upload): Promise<Answer> {
  return new Promise((resolve) => {
    const disposition =
      name === undefined ? {} : { 'Content-Disposition': `attachment; filename*=UTF-8''${encodeURIComponent(name)}` }
    const headers = {
      Token: system.account.key,
      'Content-Type': type,
      'Content-Length': length ?? bytes.length,
      ...disposition,
    }
    const call = request(`${system.url}/v1/files`, { method: 'POST', headers, agent: false }, (answer) => {
      let text = ''
      answer.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
      answer.once('end', () =>
        resolve({ status: answer.statusCode ?? 0, body: JSON.parse(text || '{}') as Answer['body'] }),
      )
    })
    call.once('error', () => resolve({ status: 0, body: {} })).once('close', () => resolve({ status: 0, body: {} }))
    call.write(bytes)
    if (length === undefined || length <= bytes.length) call.end()
    // Declares more than it sends, then disconnects.
    else setTimeout(() => call.destroy(), 500)
  })
}

const refusals: Record<string, Upload> = {
  empty: { bytes: Buffer.alloc(0), type: 'image/png' },
  '101 MB': { bytes: Buffer.alloc(101 * mebibyte, 7), type: 'application/pdf' },
  'image over 5 MB': { bytes: Buffer.concat([png, Buffer.alloc(5 * mebibyte)]), type: 'image/png' },
  'sticker over 100 KB': {
    bytes: Buffer.concat([Buffer.from('RIFF\x00\x00\x00\x00WEBPVP8 ', 'latin1'), Buffer.alloc(100 * 1024)]),
    type: 'image/webp',
  },
  'audio over 16 MB': {
    bytes: Buffer.concat([Buffer.from('OggS OpusHead'), Buffer.alloc(16 * mebibyte)]),
    type: 'audio/ogg',
  },
  'SVG with a script': {
    bytes: Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg">${script}</svg>`),
    type: 'image/svg+xml',
  },
  'HTML as an image': { bytes: Buffer.from(`<!doctype html>${script}`), type: 'image/png' },
  'program as a document': { bytes: Buffer.from('MZ\x00\x01\x02', 'latin1'), type: 'application/pdf' },
  'more announced than sent': { bytes: png, type: 'image/png', length: 10_000 },
}
const names = [
  '../../x.png',
  '..\\..\\x.png',
  '/etc/passwd.png',
  'CON',
  'nul.png',
  'a\tb.png',
  'x'.repeat(240),
  '\u202egnp.exe',
]
const badNames = ['a\0.png', 'x'.repeat(300)]

/** Returns the paths of all files in a folder and below it. */
const filesUnder = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))

/** N6: no file name becomes a path, no false type is stored, and browsers don't render the files. */
export async function hostileUploads(fixture: ProofFixture): Promise<Outcome> {
  const system = await fixture.freshSystem()
  const folder = join(system.dataDir, 'files')
  const kept: string[] = []
  for (const [name, wanted] of Object.entries(refusals)) {
    const { status } = await upload(system, wanted)
    const isRefused = [400, 413, 415].includes(status) || (status === 0 && wanted.length !== undefined)
    if (!isRefused) kept.push(`${name} ${status}`)
  }
  for (const name of badNames) {
    const { status } = await upload(system, { bytes: png, type: 'image/png', name })
    if (status !== 400) kept.push(`name of ${name.length} ${status}`)
  }
  let harmless = 0
  let made = 0
  for (const [i, name] of ['photo.png', ...names].entries()) {
    // Distinct, valid bytes, so that only the name can be a reason to refuse the file.
    const bytes = i === 0 ? png : Buffer.concat([png, Buffer.from(`image ${i}`)])
    const { status, body } = await upload(system, { bytes, type: 'image/png', name })
    if (status !== 201 && (i === 0 || ![400, 415].includes(status))) kept.push(`name ${i} ${status}`)
    if (status !== 201) continue
    made += 1
    const answer = await fetch(`${system.url}/v1/files/${body.id}/download`, { headers: { Token: system.account.key } })
    const { headers } = answer
    await answer.arrayBuffer()
    const isSafe =
      headers.get('content-disposition')?.startsWith('attachment') === true &&
      headers.get('x-content-type-options') === 'nosniff' &&
      headers.get('content-security-policy')?.includes('sandbox') === true
    harmless += isSafe ? 1 : 0
  }
  const odd = (existsSync(folder) ? filesUnder(folder) : []).filter((path) =>
    names.some((name) => path.includes(name.split(/[\\/]/).at(-1) ?? name)),
  )
  const stored = await fixture.rows('select 1 from messaging.file')
  const asked = Object.keys(refusals).length + badNames.length
  const refused = names.length + 1 - made
  const measured = `${asked - kept.length} of ${asked} refused; of ${names.length} odd names ${refused} refused, ${made - 1} kept; ${harmless} of ${made} downloads an attachment that no browser shows`
  return all(measured, {
    [`refused (${kept.join(', ')})`]: kept.length === 0,
    'odd names kept as text': made > 1,
    'attachment, nosniff, sandbox': harmless === made,
    'no path from a name': odd.length === 0,
    'nothing else kept': stored.length === made,
  })
}

/** Strings that start a formula in a spreadsheet, including after characters that it trims or converts. */
const beginnings = ['=', '+', '-', '@', '\t=', '\r=', '\n=', ' =', '＝', '＋', '－', '＠', "'=", '"=', ';=', ',=']
const formula = /^[\s\uFEFF]*[=+\-@＝＋－＠]/u
const phone = /^\+\d+$/
const tag = 'n7'

type Contact = {
  phone: string
  name: string | null
  company: string | null
  tags: string[]
  fields: Record<string, string>
}
type Import = { id: string; status: string; counts: { created: number; failed: number } }

const people = beginnings.map((beginning, i) => ({
  phone: phoneOf(82_000 + i),
  name: `${beginning}1+1|cmd`,
  company: `Ada ${beginning}HYPERLINK("http://example.com")`,
  tags: [tag, `${i};x|y`],
  fields: { note: `${beginning}SUM(A1)` },
}))

/** N7: contacts with formulas in their fields are exported, read as a spreadsheet would read them, and imported into another workspace. */
export async function formulas(fixture: ProofFixture): Promise<Outcome> {
  const system = await fixture.system()
  for (const person of people) await system.ok('POST', '/v1/contacts', { body: person })
  const csv = await exported(system, tag)
  const rows = cellsOf(csv)
  const cells = rows.flat()
  const live = cells.filter((cell) => formula.test(cell) && !phone.test(cell))
  const other = await TenantFixture.create(system, 'N7', 'http://127.0.0.1:9')
  const { failed } = await imported(system, other.keys.all, csv)
  const [before, after] = await Promise.all([system.account.key, other.keys.all].map((key) => contactsOf(system, key)))
  return all(
    `${people.length} contacts with formulas: ${rows.length - 1} rows, ${cells.length} cells, ${live.length} of them formulas; ${failed} rows failed to come back, ${after?.length} did`,
    {
      'every contact is a row': rows.length === people.length + 1,
      'no cell is a formula': live.length === 0,
      'imported again, they are as they were': failed === 0 && JSON.stringify(after) === JSON.stringify(before),
    },
  )
}

/** N7-twin: a writer that quotes cells but leaves formulas in place. */
export async function quotedOnly(): Promise<Outcome> {
  const quoted = (cell: string) => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)
  const csv = people.map(({ name, company }) => [name, company].map(quoted).join(',')).join('\n')
  const live = cellsOf(csv)
    .flat()
    .filter((cell) => formula.test(cell))
  return all(`a writer that only quotes: ${live.length} cells are formulas, seen by the check of N7`, {
    'the check sees them': live.length > 0,
  })
}

/** Returns the contacts with a tag as a CSV file. */
export async function exported(system: RunningSystem, tag: string): Promise<string> {
  const headers = { Token: system.account.key }
  return (await fetch(`${system.url}/v1/contacts/export?tag=${tag}`, { headers })).text()
}

/** Imports a CSV file into the workspace of the key. Returns the counts. */
export async function imported(system: RunningSystem, key: string, csv: string): Promise<Import['counts']> {
  const headers = { Token: key, 'content-type': 'text/csv' }
  const answer = await fetch(`${system.url}/v1/imports`, { method: 'POST', headers, body: csv })
  const { id } = (await answer.json()) as Import
  const { counts } = await until(
    async () => {
      const shown = await system.ok<Import>('GET', `/v1/imports/${id}`, { key })
      return shown.status === 'finished' && shown
    },
    { timeoutMs: 30_000, describe: 'the import to end' },
  )
  return counts
}

/** Serves a CSV file, as the server of a customer does from which contacts are imported. */
export const serveCsv = (text: string) =>
  startHttpServer((_, res) => res.writeHead(200, { 'content-type': 'text/csv' }).end(text))

/** Returns the contacts of this check in the workspace of the key, in an order that allows to compare them. */
async function contactsOf(system: RunningSystem, key: string): Promise<Contact[]> {
  const found = await system.ok<Contact[]>('GET', `/v1/contacts?tag=${tag}&size=200`, { key })
  return found
    .map(({ phone, name, company, tags, fields }) => ({ phone, name, company, tags: tags.toSorted(), fields }))
    .toSorted((a, b) => a.phone.localeCompare(b.phone))
}

/** Splits a CSV file into rows of cells, with or without quotes, as a spreadsheet does. */
function cellsOf(csv: string): string[][] {
  const rows: string[][] = [[]]
  for (const [, quoted, plain, end] of csv.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/g)) {
    rows.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain ?? '')
    if (end !== ',') rows.push([])
  }
  return rows.filter((row) => row.join('') !== '')
}
