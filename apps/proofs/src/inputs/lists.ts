import { residentMb } from '@posthorn/embedded'
import { until } from '@posthorn/testkit'
import { type Answer, eachOf, newKey, phoneOf, type RunningSystem } from '@posthorn/testkit/system'
import type { ProofFixture } from '../proof.ts'
import { all, type Outcome } from '../proof.ts'
import { serveCsv } from './files.ts'

type Import = { id: string; status: string; counts: { rows: number; created: number; failed: number; skipped: number } }

const rowCount = 60_000
const memoryMaxMiB = 200

/** Returns a CSV file in which three of every ten rows are invalid. */
function csvOf(rows: number): { text: string; good: number } {
  const lines = ['phone,name,email']
  let good = 0
  for (let i = 0; i < rows; i++) {
    const isBad = i % 10 < 3
    good += isBad ? 0 : 1
    lines.push(`${isBad ? `bad-${i}` : phoneOf(10_000_000 + i)},Person ${i},p${i}@example.com`)
  }
  return { text: `${lines.join('\n')}\n`, good }
}

/** Returns the most memory that the process of the contacts service has used. */
const peakMiB = (system: RunningSystem) => Math.round(residentMb(system.run.processes['contacts']?.pid, { peak: true }))

/** N8: the process is killed halfway through an import. */
export async function killedImport(fixture: ProofFixture): Promise<Outcome> {
  const system = await fixture.freshSystem()
  const { text, good } = csvOf(rowCount)
  await using server = await serveCsv(text)
  const { id } = await system.post<Import>('/v1/imports', { url: server.url })
  const now = () => system.ok<Import>('GET', `/v1/imports/${id}`)
  const begun = performance.now()
  await until(async () => (await now()).counts.rows > rowCount / 2, {
    timeoutMs: 120_000,
    describe: 'half of the import',
  })
  const peaks = [peakMiB(system)]
  await fixture.killAndWait('contacts')
  const describe = 'the import to end'
  await until(async () => ['finished', 'failed'].includes((await now()).status), { timeoutMs: 180_000, describe })
  const ended = await now()
  const seconds = (performance.now() - begun) / 1_000
  peaks.push(peakMiB(system))
  const [rows] = await fixture.rows<{ contacts: string; phones: string }>(
    'select count(*) as contacts, count(distinct phone) as phones from contacts.contact',
  )
  const errors = await system.call<unknown[]>('GET', `/v1/imports/${id}/errors?size=200`)
  const { created, failed } = ended.counts
  await fixture.end()
  const measured = `${rowCount} rows, killed half-way: ${rows?.contacts} contacts, ${failed} faulty rows, ${Math.round(rowCount / seconds)} rows/s, at most ${Math.max(...peaks)} MiB`
  return all(measured, {
    'every good row once': Number(rows?.contacts) === good && rows?.phones === rows?.contacts && created === good,
    'every bad row counted': ended.counts.rows === rowCount && failed === rowCount - good,
    'errors are listed': errors.status === 200 && errors.body.length > 0,
    [`under ${memoryMaxMiB} MiB`]: Math.max(...peaks) < memoryMaxMiB,
  })
}

type Contact = { id: string }

/** Follows a list to its end, and calls `between` after each page. Returns the ids in order. */
async function walked(system: RunningSystem, firstPath: string, between: () => Promise<void>): Promise<string[]> {
  const ids: string[] = []
  for (let path: string | undefined = firstPath; path !== undefined; ) {
    const { status, headers, body }: Answer<Contact[]> = await system.call<Contact[]>('GET', path)
    if (status !== 200) throw new Error(`${path} answered ${status}`)
    ids.push(...body.map(({ id }) => id))
    const link: string | undefined = /<([^>]*)>; rel="next"/.exec(headers.get('link') ?? '')?.[1]
    path = link === undefined ? undefined : new URL(link).pathname + new URL(link).search
    await between()
  }
  return ids
}

/** N9: a list that changes while it is paged through, and made-up cursors. */
export async function changingPages(fixture: ProofFixture): Promise<Outcome> {
  const system = await fixture.system()
  const tag = 'n9'
  const make = async (i: number) =>
    (await system.ok<Contact>('POST', '/v1/contacts', { body: { phone: phoneOf(80_000 + i), tags: [tag] } })).id
  const all300 = await eachOf(300, 8, make)
  const leaving = all300.filter((_, i) => i % 3 === 0)
  const staying = all300.filter((_, i) => i % 3 !== 0)
  let made = 300
  const seen = await walked(system, `/v1/contacts?tag=${tag}&size=10`, async () => {
    const gone = leaving.pop()
    if (gone !== undefined) await system.ok('DELETE', `/v1/contacts/${gone}`)
    await make(made++)
  })
  const times = new Map<string, number>()
  for (const id of seen) times.set(id, (times.get(id) ?? 0) + 1)
  const missed = staying.filter((id) => times.get(id) !== 1).length
  const doubled = [...times.values()].filter((count) => count > 1).length
  const link = (await system.call('GET', `/v1/contacts?tag=${tag}&size=10`)).headers.get('link') ?? ''
  const cursor = new URL(/<([^>]*)>/.exec(link)?.[1] ?? '').searchParams.get('cursor') ?? ''
  const flipped = `${cursor.slice(0, 5)}${cursor[5] === 'a' ? 'b' : 'a'}${cursor.slice(6)}`
  const forged = [
    'x',
    'eyJhIjoxfQ',
    flipped,
    cursor.slice(0, -1),
    `${cursor}a`,
    '..',
    'null',
    Buffer.from('{}').toString('base64url'),
  ]
  const { key } = await newKey(system)
  const statuses = await Promise.all(
    forged.map(
      async (text) => (await system.call('GET', `/v1/contacts?cursor=${encodeURIComponent(text)}`, { key })).status,
    ),
  )
  const refused = statuses.filter((status) => status === 400).length
  return all(
    `${staying.length} stable rows among inserts and deletes: ${missed} missed, ${doubled} doubled; ${refused} of ${forged.length} forged cursors 400`,
    {
      'each stable row once': missed === 0 && doubled === 0,
      'forged is 400': refused === forged.length,
    },
  )
}
