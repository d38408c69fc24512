import { residentMb } from '@posthorn/embedded'
import { startReceiver, until } from '@posthorn/testkit'
import { eachOf, phoneOf, type RunningSystem } from '@posthorn/testkit/system'
import fc from 'fast-check'
import { all, groupOf, type Outcome, type ProofFixture } from '../proof.ts'
import { type FuzzRequest, filledPool, fuzzRequests, sendFuzzRequest } from '../scenarios/contract/faulty-requests.ts'
import { TenantFixture } from '../scenarios/contract/tenant.fixture.ts'
import { serveCsv } from './files.ts'

type Import = { id: string; status: string; counts: { rows: number; created: number; failed: number; skipped: number } }

const rowCount = 60_000
const memoryMaxMiB = 200

/** Returns a CSV file in which three of every ten rows are invalid, because the check counts those too, and the number of good rows. */
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

/** N8: after a kill halfway through an import, each row counts once, errors are listed, and memory stays low. */
async function killedImport(fixture: ProofFixture): Promise<Outcome> {
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

const seed = 20_261_122
const requests = 6_000

/** N1: random requests to every operation except streams. Each response must match the OpenAPI document, and none may be a 5xx. */
async function fuzzed(fixture: ProofFixture): Promise<Outcome> {
  await using receiver = await startReceiver()
  const system = await fixture.freshSystem({ CLOUD_API_URL: receiver.url })
  const tenant = await TenantFixture.create(system, 'Fuzzed', receiver.url)
  const pool = await filledPool(tenant)
  const tally = new Map<number, number>()
  const undocumented: string[] = []
  const faults: string[] = []
  const all6000 = fc.sample(fuzzRequests(receiver.url), { numRuns: requests, seed }) as FuzzRequest[]
  await eachOf(all6000.length, 4, async (i) => {
    try {
      const fuzzRequest = all6000[i] as FuzzRequest
      const { status, body } = await sendFuzzRequest(tenant, pool, fuzzRequest)
      tally.set(status, (tally.get(status) ?? 0) + 1)
      if (status >= 500) faults.push(`${fuzzRequest.rest}: ${JSON.stringify(body)}; ${logOf(system, body)}`)
    } catch (error) {
      undocumented.push((error as Error).message.slice(0, 200))
    }
  })
  await fixture.end()
  const statuses = [...tally].sort(([a], [b]) => a - b)
  for (const fault of faults) fixture.say(fault)
  const measured = `${requests} requests, seed ${seed}: ${statuses.map(([status, times]) => `${times} × ${status}`).join(', ')}`
  return all(measured, {
    'none is 5xx': faults.length === 0,
    [`each as documented (${undocumented.length}: ${undocumented[0] ?? ''})`]: undocumented.length === 0,
  })
}

/** Returns what the system has logged about the request that this error body is about: a 5xx tells callers nothing about its cause. */
function logOf({ output }: RunningSystem, body: unknown): string {
  const { requestId } = body as { requestId: string }
  const lines = output.split('\n').filter((line) => line.includes(requestId))
  return lines.join(' ').slice(0, 2_000)
}

const badInput = 'apps/gateway/src/rest/bad-input.test.ts'
const smuggling = 'apps/gateway/src/rest/smuggling.test.ts'
const contract = 'apps/proofs/src/scenarios/contract.e2e.test.ts'

/** N: every input is either applied as intended or refused, and breaks nothing. */
export const inputs = groupOf('inputs', 'N. Inputs', {
  N1: {
    promise: 'No request causes a 5xx, and every response matches the documentation',
    expected:
      '6,000 requests made from the schemas, seed fixed: 0 × 5xx, each answer held against the OpenAPI document',
    run: fuzzed,
  },
  N2: {
    promise: 'A request body designed to be expensive to parse causes no harm',
    expected:
      'depth, keys, digits, size, type, charset, garbage, to every operation: 400, 413 or 415; the costliest within 250 ms',
    tests: {
      [badInput]: ['made to be costly is refused within 250 ms'],
      [contract]: ['refuses what is no good JSON with 400, 413 or 415'],
    },
  },
  N3: {
    promise: 'Field names such as __proto__ are treated as data and rejected',
    expected: 'in bodies, queries and imports: 400; nothing is polluted',
    tests: { [badInput]: ['with names of the object machinery is refused and pollutes nothing'] },
  },
  N4: {
    promise: 'Text that cannot be stored is rejected with a clear error',
    expected: 'NUL and half a surrogate pair in every text of every body: 400',
    tests: {
      [badInput]: ['with NUL or half of a surrogate pair, anywhere, is 400'],
      [contract]: ['refuses what cannot be stored, in every text, with 400'],
    },
  },
  N5: {
    promise: 'Phones are stored in one form; everything else is rejected',
    expected:
      'E.164 as is; spaces, trunk prefixes, decimals, other digits and a missing plus brought into it; extensions and other texts refused',
    tests: {
      'packages/contracts/src/schemas.test.ts': ['refuses'],
      'packages/contracts/src/phones.test.ts': ['however it is written', ' within '],
      [badInput]: ['with a text that is no phone is phone:invalid at its path'],
    },
  },
  N6: {
    promise:
      'An uploaded file has the type of its bytes, is stored under a name of the system, and is rendered by no browser',
    expected: 'lies, limits, emptiness and scripts refused; odd names no paths; attachment, nosniff, sandbox',
    tests: {
      'apps/messaging/src/files/files.test.ts': ['what lies about its type, is of none we know, or is too large'],
      'apps/gateway/src/rest/respond/upload.test.ts': [
        'as a form is kept with its name',
        'refused with nothing left behind',
        'more than 100 MB, whether announced or not',
        'an upload whose caller goes away, or whose Content-Length lies',
      ],
    },
  },
  N7: {
    promise: 'No cell of an export is a formula, and exports can be imported unchanged',
    expected: '16 beginnings of formulas in names, companies and fields: no cell begins with one, imported again equal',
    tests: { 'apps/contacts/src/contacts/export.test.ts': ['has no cell that a spreadsheet takes for a formula'] },
  },
  N8: {
    promise: 'An import survives a crash, counts every row with errors and needs little memory',
    expected: '60,000 rows, 30 % bad, killed half-way: every good row once, memory < 200 MiB',
    run: killedImport,
    tests: { 'apps/contacts/src/imports/imports.test.ts': ['continues where it was after a restart'] },
  },
  N9: {
    promise: 'Pages show every lasting row exactly once, even while others are added and removed',
    expected: '20 rows among inserts and deletes: none missed or doubled; forged cursors refused',
    tests: {
      'apps/contacts/src/contacts/contacts.test.ts': [
        'pages show every lasting contact once while others are added and removed',
      ],
    },
  },
  N10: {
    promise: 'Ambiguous HTTP requests are rejected (no request smuggling), and no text is misread',
    expected:
      'lengths, encodings, versions and hosts in every doubtful form: one 400 and the connection closed; heads over 64 KiB: 431; misencoded queries: 400',
    tests: {
      [smuggling]: ['400, once, and the connection is closed', 'over 64 KiB: 431, once, and the connection is closed'],
      [badInput]: ['is 400 rather than read as another text'],
    },
  },
})
