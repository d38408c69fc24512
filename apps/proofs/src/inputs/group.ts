import { startReceiver } from '@posthorn/testkit'
import { eachOf, type RunningSystem } from '@posthorn/testkit/system'
import fc from 'fast-check'
import type { ProofFixture } from '../proof.ts'
import { all, type Group, type Outcome } from '../proof.ts'
import { type FuzzRequest, filledPool, fuzzRequests, sendFuzzRequest } from '../scenarios/contract/faulty-requests.ts'
import { TenantFixture } from '../scenarios/contract/tenant.fixture.ts'
import { costlyBodies, laxReader, unstorableTexts } from './bodies.ts'
import { formulas, hostileUploads, quotedOnly } from './files.ts'
import { changingPages, killedImport } from './lists.ts'

const seed = 20_261_122
const requests = 6_000

/** N1: random requests to every operation. Each response must match the OpenAPI document. */
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

/** Returns what the system has logged about the request that this error body is about. */
function logOf({ output }: RunningSystem, body: unknown): string {
  const { requestId } = body as { requestId: string }
  const lines = output.split('\n').filter((line) => line.includes(requestId))
  return lines.join(' ').slice(0, 2_000)
}

const badInput = 'apps/gateway/src/rest/bad-input.test.ts'
const smuggling = 'apps/gateway/src/rest/smuggling.test.ts'

/** N: every input is either applied as intended or refused, and breaks nothing. */
export const inputs: Group = {
  name: 'inputs',
  title: 'I. Inputs',
  checks: [
    {
      id: 'N1',
      promise: 'No request causes a 5xx, and every response matches the documentation',
      expected:
        '6,000 requests made from the schemas, seed fixed: 0 × 5xx, each answer held against the OpenAPI document',
      run: fuzzed,
    },
    {
      id: 'N2',
      promise: 'A request body designed to be expensive to parse causes no harm',
      expected:
        'depth, keys, digits, size, type, charset, garbage: 400, 413 or 415 in < 50 ms (best of three), memory stable',
      run: costlyBodies,
      tests: [[badInput, 'made to be costly is refused within 250 ms']],
    },
    {
      id: 'N3',
      promise: 'Field names such as __proto__ are treated as data and rejected',
      expected: 'in bodies, queries and imports: 400; nothing is polluted',
      tests: [[badInput, 'with names of the object machinery is refused and pollutes nothing']],
    },
    {
      id: 'N4',
      promise: 'Text that cannot be stored is rejected with a clear error',
      expected: 'NUL and half a surrogate pair in every text of every body: 400',
      run: unstorableTexts,
      tests: [[badInput, 'with NUL or half of a surrogate pair, anywhere, is 400']],
    },
    {
      id: 'N5',
      promise: 'Phones are stored in one form; everything else is rejected',
      expected:
        'E.164 as is; spaces, trunk prefixes, decimals, other digits and a missing plus brought into it; extensions and other texts refused',
      tests: [
        ['packages/contracts/src/schemas.test.ts', 'refuses'],
        ['packages/contracts/src/phones.test.ts', 'however it is written'],
        ['packages/contracts/src/phones.test.ts', ' within null is '],
        [badInput, 'with a text that is no phone is phone:invalid at its path'],
      ],
    },
    {
      id: 'N6',
      promise:
        'An uploaded file has the type of its bytes, is stored under a name of the system, and is rendered by no browser',
      expected: 'lies, limits, emptiness and scripts refused; odd names no paths; attachment, nosniff, sandbox',
      run: hostileUploads,
      tests: [
        ['apps/gateway/src/rest/respond/upload.test.ts', 'more than 100 MB, whether announced or not'],
        [
          'apps/gateway/src/rest/respond/upload.test.ts',
          'an upload whose caller goes away, or whose Content-Length lies',
        ],
      ],
    },
    {
      id: 'N7',
      promise: 'No cell of an export is a formula, and exports can be imported unchanged',
      expected: '16 beginnings of formulas in every text of a contact: no cell begins with one, imported again equal',
      run: formulas,
    },
    {
      id: 'N7-twin',
      promise: 'The check of N7 catches a writer that only quotes cells',
      expected: 'cells are formulas',
      run: quotedOnly,
      fast: true,
    },
    {
      id: 'N8',
      promise: 'An import survives a crash, counts every row with errors and needs little memory',
      expected: '60,000 rows, 30 % bad, killed half-way: every good row once, memory < 200 MiB',
      run: killedImport,
      tests: [['apps/contacts/src/imports/imports.test.ts', 'continues where it was after a restart']],
    },
    {
      id: 'N9',
      promise: 'Pages show every lasting row exactly once, even while others are added and removed',
      expected: '200 rows among inserts and deletes: none missed or doubled; forged cursors 400',
      run: changingPages,
    },
    {
      id: 'N10',
      promise: 'Ambiguous HTTP requests are rejected (no request smuggling), and no text is misread',
      expected:
        'lengths, encodings, versions and hosts in every doubtful form: one 400 and the connection closed; heads over 64 KiB: 431; misencoded queries: 400',
      tests: [
        [smuggling, '400, once, and the connection is closed'],
        [smuggling, 'over 64 KiB: 431, once, and the connection is closed'],
        [badInput, 'is 400 rather than read as another text'],
      ],
    },
    {
      id: 'N-twin',
      promise: 'The check of expensive bodies catches a parser that builds everything before it validates',
      expected: 'the twin takes longer than 50 ms or lets through what it must not',
      run: laxReader,
    },
  ],
}
