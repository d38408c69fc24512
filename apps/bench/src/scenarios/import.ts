import { chmodSync, createReadStream, mkdtempSync, rmSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { residentMb } from '@posthorn/embedded'
import { startHttpServer, until } from '@posthorn/testkit'
import { type RunningSystem, rowsOf } from '@posthorn/testkit/system'
import { type Bench, type Outcome, type Scenario, secondsOf } from '../bench.ts'

type Import = {
  id: string
  status: string
  progress: number
  counts: { rows: number; created: number; failed: number }
  error: { errorCode: string } | null
}

/** Makes three of ten rows invalid, by the last digit of the row's number: an invalid phone number, email address or country. */
const faulty: Partial<Record<number, (cells: string[]) => string[]>> = {
  2: ([, name = '', email = '', country = '']) => ['12', name, email, country],
  5: ([phone = '', name = '', , country = '']) => [phone, name, 'nowhere', country],
  8: ([phone = '', name = '', email = '']) => [phone, name, email, 'Germany'],
}
const faultyOfTen = Object.keys(faulty).length
const pollMs = 500
const importTimeoutMs = 1_800_000

export const imports: Scenario = {
  name: 'import',
  measures:
    'a CSV file of 1,000,000 contacts, 30 % of them faulty, its service killed half way; beside COPY of the same file',
  run: measure,
}

/** Imports a file over HTTP and kills the service half way. COPY of the same file shows the most that Postgres can do. */
async function measure(bench: Bench): Promise<Outcome> {
  const rows = bench.rows ?? bench.size(50_000, 1_000_000)
  const folder = mkdtempSync(join(tmpdir(), 'posthorn-import-'))
  chmodSync(folder, 0o755)
  const file = join(folder, 'contacts.csv')
  bench.say(`writing a file of ${rows} rows, ${faultyOfTen * 10} % of them faulty …`)
  await writeFile(file, rows)
  // An import reads a URL.
  await using site = await startHttpServer((_req, res) => {
    createReadStream(file).pipe(res.writeHead(200, { 'content-type': 'text/csv' }))
  })
  try {
    return await bench.withSystem(async (system) => {
      const copyPerSecond = rows / (await secondsOf(() => copy(system, file)))
      const done = await runAndKill(system, { url: `${site.url}/contacts.csv`, say: bench.say })
      const [kept = { contacts: 0, phones: 0 }] = await rowsOf<ContactCounts>(system, counted, [
        system.account.workspace,
      ])
      return { measurements: measurementsOf(rows, { ...done, ...kept, copyPerSecond }) }
    })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

type ContactCounts = { contacts: number; phones: number }

/** Turns the result of the import into measurements. Doubled and lost contacts count together, because neither may happen. */
function measurementsOf(
  rows: number,
  done: ImportMeasurement & ContactCounts & { copyPerSecond: number },
): Outcome['measurements'] {
  const { created, failed } = done.counts
  return [
    {
      measurement: 'imported rows per second',
      value: done.importPerSecond,
      unit: 'rows/s',
      baseline: done.copyPerSecond,
      note: `${rows} rows: ${created} created, ${failed} faulty`,
    },
    {
      measurement: 'most memory of the service that imports',
      value: done.peakMb,
      unit: 'MB',
      target: { of: 'value', atMost: 200 },
      note: `RSS, ${rows} rows`,
    },
    {
      measurement: 'contacts that an import killed half way doubled or lost',
      value: Math.abs(done.contacts - created) + (done.contacts - done.phones) + (rows - created - failed),
      unit: 'contacts',
      target: { of: 'value', atMost: 0 },
      note: `${done.contacts} contacts with ${done.phones} phones`,
    },
  ]
}

const counted = `select count(*)::int as contacts, count(distinct phone)::int as phones from contacts.contact
  where workspace_id = $1 and source = 'import'`

/** Writes a CSV file in chunks, because a million rows at once would take much memory. */
async function writeFile(path: string, rows: number): Promise<void> {
  const handle = await open(path, 'w', 0o644)
  const chunk = 10_000
  await handle.write('phone,name,email,country\n')
  for (let from = 0; from < rows; from += chunk) {
    const lines = Array.from({ length: Math.min(chunk, rows - from) }, (_, i) => `${rowOf(from + i).join(',')}\n`)
    await handle.write(lines.join(''))
  }
  await handle.close()
}

/** Returns the cells of row `i`. The last digit of `i` decides whether and how the row is faulty. */
function rowOf(i: number): string[] {
  const cells = [`+4915${100_000_000 + i}`, `Person ${i}`, `person${i}@example.com`, 'DE']
  return faulty[i % 10]?.(cells) ?? cells
}

/** Copies the file into a table without indexes, as the baseline: Postgres cannot take the rows any faster. */
async function copy(system: RunningSystem, file: string): Promise<void> {
  await rowsOf(system, 'create table public.bare_contact (phone text, name text, email text, country text)')
  await rowsOf(system, `copy public.bare_contact from '${file}' (format csv, header)`)
  await rowsOf(system, 'drop table public.bare_contact')
}

/** Result of an import. `peakMb`: peak memory of the contacts service across both of its processes. */
type ImportMeasurement = { importPerSecond: number; counts: { created: number; failed: number }; peakMb: number }

/** Imports the file and kills the importing service half way, so that the import has to continue without doubling or losing contacts. */
async function runAndKill(
  system: RunningSystem,
  { url, say }: { url: string; say: (line: string) => void },
): Promise<ImportMeasurement> {
  const began = performance.now()
  const { id } = await system.ok<Import>('POST', '/v1/imports', { body: { url } })
  let peakMb = 0
  let saidAt = 0
  const untilProgress = async (progress: number): Promise<Import> => {
    for (;;) {
      const now = await until(() => system.ok<Import>('GET', `/v1/imports/${id}`), { timeoutMs: 60_000 })
      peakMb = Math.max(peakMb, peakOf(contactsPid(system)))
      if (now.error) throw new Error(`the import failed: ${now.error.errorCode}`)
      if (now.progress - saidAt >= 0.1) {
        saidAt = now.progress
        say(`  ${Math.round(now.progress * 100)} %, ${now.counts.rows} rows, ${Math.round(peakMb)} MB at most`)
      }
      if (now.status === 'finished' || now.progress >= progress) return now
      if (performance.now() - began > importTimeoutMs) throw new Error('the import takes too long')
      await pause(pollMs)
    }
  }
  await untilProgress(0.5)
  system.kill9('contacts')
  say('  killed the contacts service')
  // A progress above 1 is never reached, so this waits for the end.
  const { counts } = await untilProgress(2)
  const importPerSecond = counts.rows / ((performance.now() - began) / 1_000)
  return { importPerSecond, counts: { created: counts.created, failed: counts.failed }, peakMb }
}

/** Returns the process id of the service that imports; 0 if the launcher has none. */
function contactsPid(system: RunningSystem): number {
  return system.run.processes['contacts']?.pid ?? 0
}

/** Returns the peak memory of a process in MB, or 0 if there is no such process. */
function peakOf(pid: number): number {
  try {
    return residentMb(pid, { peak: true })
  } catch {
    return 0
  }
}
