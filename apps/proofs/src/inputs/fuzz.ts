import { startReceiver } from '@posthorn/testkit'
import type { RunningSystem } from '@posthorn/testkit/system'
import { eachOf } from '@posthorn/testkit/system'
import fc from 'fast-check'
import { all, type Outcome } from '../check.ts'
import type { ProofFixture } from '../proof.fixture.ts'
import { type FuzzRequest, filledPool, fuzzRequests, sendFuzzRequest } from '../scenarios/contract/fuzz-requests.ts'
import { TenantFixture } from '../scenarios/contract/tenant.fixture.ts'

const seed = 20_261_122
const requests = 6_000

/** N1: random requests to every operation; each response must match the OpenAPI document. */
export async function fuzzed(fixture: ProofFixture): Promise<Outcome> {
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
      if (status >= 500) faults.push(`${fuzzRequest.rest}: ${JSON.stringify(body)}; ${saidOf(system, body)}`)
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

/** The system's log lines about a request. */
function saidOf({ output }: RunningSystem, body: unknown): string {
  const { requestId } = body as { requestId: string }
  const lines = output.split('\n').filter((line) => line.includes(requestId))
  return lines.join(' ').slice(0, 2_000)
}
