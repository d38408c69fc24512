import { until } from '@posthorn/testkit'
import { phoneOf, type RunningSystem } from '@posthorn/testkit/system'
import { all, type Outcome } from '../check.ts'
import type { ProofFixture } from '../proof.fixture.ts'
import { TenantFixture } from '../scenarios/contract/tenant.fixture.ts'

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
type Import = { id: string; status: string; counts: { failed: number } }

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
  const csv = await exported(system)
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

async function exported(system: RunningSystem): Promise<string> {
  const headers = { Token: system.account.key }
  return (await fetch(`${system.url}/v1/contacts/export?tag=${tag}`, { headers })).text()
}

async function imported(system: RunningSystem, key: string, csv: string): Promise<Import['counts']> {
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

async function contactsOf(system: RunningSystem, key: string): Promise<Contact[]> {
  const found = await system.ok<Contact[]>('GET', `/v1/contacts?tag=${tag}&size=200`, { key })
  return found
    .map(({ phone, name, company, tags, fields }) => ({ phone, name, company, tags: tags.toSorted(), fields }))
    .toSorted((a, b) => a.phone.localeCompare(b.phone))
}

function cellsOf(csv: string): string[][] {
  const rows: string[][] = [[]]
  for (const [, quoted, plain, end] of csv.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/g)) {
    rows.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain ?? '')
    if (end !== ',') rows.push([])
  }
  return rows.filter((row) => row.join('') !== '')
}
