import fc from 'fast-check'
import { expect, test } from 'vitest'
import { filledPool, fuzzRequests, sendFuzzRequest } from './faulty-requests.ts'
import type { TenantFixture } from './tenant.fixture.ts'

const requests = Number(process.env['FUZZ_REQUESTS'] ?? 400)
const seed = Number(process.env['FUZZ_SEED'] ?? 20_261_121)

/** Sends generated requests to all operations: the document describes each response, and none is 5xx. */
export function fuzz(tenants: () => { fuzzed: TenantFixture; receiverUrl: string }): void {
  test(`${requests} requests: none is answered 5xx, and each as the document says`, {
    timeout: 300_000 + requests * 160,
  }, async () => {
    const { fuzzed, receiverUrl } = tenants()
    const pool = await filledPool(fuzzed)
    const tally = new Map<number, number>()
    const startedAt = performance.now()
    const property = fc.asyncProperty(fuzzRequests(receiverUrl), async (fuzzRequest) => {
      const { status, body } = await sendFuzzRequest(fuzzed, pool, fuzzRequest)
      tally.set(status, (tally.get(status) ?? 0) + 1)
      expect(status, JSON.stringify(body)).toBeLessThan(500)
      if (status >= 400) expect(body).toMatchObject({ status })
    })
    await fc.assert(property, {
      numRuns: requests,
      seed,
      endOnFailure: true,
      interruptAfterTimeLimit: 50_000 + requests * 150,
    })
    const ran = [...tally.values()].reduce((all, times) => all + times, 0)
    const seconds = Math.round((performance.now() - startedAt) / 1000)
    const reported = [...tally].sort(([one], [other]) => one - other).map(([status, times]) => `${times} × ${status}`)
    console.log(`fuzz: ${ran} of ${requests} requests, seed ${seed}, ${seconds} s: ${reported.join(', ')}`)
    expect(tally.get(200) ?? 0).toBeGreaterThan(requests / 20)
  })
}
