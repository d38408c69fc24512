import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type GatewayFixture, startGatewayFixture, type TestRequest } from '../gateway.fixture.ts'

let fixture: GatewayFixture
let token: string
const plenty = '1000000'
beforeAll(async () => {
  fixture = await startGatewayFixture({
    RATE_LIMIT_KEY_PER_SECOND: plenty,
    RATE_LIMIT_KEY_BURST: plenty,
    RATE_LIMIT_WORKSPACE_PER_SECOND: plenty,
    RATE_LIMIT_WORKSPACE_BURST: plenty,
  })
  token = (await fixture.tenant()).token
})
afterAll(() => fixture[Symbol.asyncDispose]())

const fields = [
  'phone',
  'name',
  'email',
  'company',
  'upsert',
  'id',
  'size',
  'cursor',
  'search',
  'updatedAfter',
  '__proto__',
  'x[]',
]
const oddText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 30 }),
  fc.constantFrom(
    '',
    '+4915112345678',
    '\u0000',
    '\ud800',
    '%00',
    '9'.repeat(400),
    '2026-02-30T00:00:00Z',
    '-1',
    '1e9',
    'null',
    "'; --",
  ),
)
const body = fc.oneof(
  fc
    .dictionary(fc.constantFrom(...fields), fc.oneof(oddText, fc.jsonValue({ maxDepth: 4 })), { maxKeys: 5 })
    .map((value) => JSON.stringify(value)),
  fc.json(),
  oddText,
)
const query = fc
  .array(fc.tuple(fc.constantFrom(...fields), oddText), { maxLength: 4 })
  .map((pairs) => pairs.map(([name, value]) => `${name}=${encodeURIComponent(value.toWellFormed())}`).join('&'))
const path = fc.oneof(
  fc.constantFrom('/v1/contacts', '/v1/contacts/', '/v1/contacts/con_01k5v2s8xgf9hb3m4q7r8t9w0y', '/v1/me'),
  oddText.map((text) => `/v1/contacts/${encodeURIComponent(text.toWellFormed())}`),
)

it('whatever is sent, the answer is JSON of its status and never a server error', async () => {
  const request = fc.record({ method: fc.constantFrom('GET', 'POST', 'PUT', 'PATCH', 'DELETE'), path, query, body })
  await fc.assert(
    fc.asyncProperty(request, async ({ method, path, query, body }) => {
      const json = { 'Content-Type': 'application/json' }
      const ask: TestRequest = {
        method,
        token,
        ...(method === 'GET' ? {} : { body: Buffer.from(body), headers: json }),
      }
      const answer = await fixture.send(`${path}?${query}`, ask)
      expect(answer.status, answer.text).toBeLessThan(500)
      expect(answer.headers.get('content-type')).toBe('application/json')
      if (answer.status >= 400) expect(answer.json['status']).toBe(answer.status)
    }),
    { numRuns: 1_000, seed: 20_261_120 },
  )
})
