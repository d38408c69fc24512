import { parseRest } from '@posthorn/contracts'
import { describe, expect, test } from 'vitest'
import { type Input, type RestOperation, requestOf, restOperations } from './requests.ts'
import { mapTexts, type TenantFixture } from './tenant.fixture.ts'

type Hostile = {
  name: string
  body: (field: string) => string | Buffer
  type?: string
  headers?: Record<string, string>
}

const mebibyte = 1024 * 1024
const manyNames = `{${Array.from({ length: 90_000 }, (_, i) => `"a${i}":1`).join()}}`
const bodies: Hostile[] = [
  { name: 'nested 100,000 levels deep', body: () => '{"a":'.repeat(100_000) },
  { name: 'of lists 100,000 levels deep', body: (field) => `{"${field}":${'['.repeat(100_000)}` },
  { name: 'of 500,000 members', body: (field) => `{"${field}":[${'0,'.repeat(500_000)}0]}` },
  { name: 'of 90,000 names', body: () => manyNames },
  { name: 'with a number of 100,000 digits', body: (field) => `{"${field}":${'9'.repeat(100_000)}}` },
  { name: 'of one byte more than a mebibyte', body: (field) => `{"${field}":"${'x'.repeat(mebibyte)}"}` },
  { name: 'followed by garbage', body: () => '{} x' },
  { name: 'that names a field twice', body: (field) => `{"${field}":1,"${field}":1}` },
  { name: 'that names a prototype', body: () => '{"__proto__":{"polluted":true},"constructor":{"prototype":{}}}' },
  { name: 'with NUL in a name', body: () => '{"a\\u0000":1}' },
  { name: 'with half of a surrogate pair', body: (field) => `{"${field}":"\\ud800"}` },
  { name: 'that is not UTF-8', body: () => Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]) },
  { name: 'that says it is packed', body: () => '{}', headers: { 'content-encoding': 'gzip' } },
]
/** Omitted for operations that accept files, where any bytes are valid. */
const ofOtherTypes: Hostile[] = [
  { name: 'of another charset', body: () => '{}', type: 'application/json; charset=utf-16' },
  { name: 'of a plain text', body: () => '{}', type: 'text/plain' },
  { name: 'without a type', body: () => Buffer.from('{}'), type: '' },
  { name: 'of a form', body: () => 'a=1', type: 'application/x-www-form-urlencoded' },
]

/** A refusal takes milliseconds and comes before any parsing, but this machine may be busy. */
const answerTimeoutMs = 30_000

const changing = restOperations.filter(({ rest }) => !rest.startsWith('GET'))

/** Returns whether an operation accepts any file's bytes as its body, so that no content type is wrong for it. */
const takesBytes = ({ operation: { upload } }: RestOperation) => upload !== undefined && !upload.storedOnly

/** Every operation refuses malicious bodies, and they don't delay other requests. */
export function hostileBodies(tenants: () => { mine: TenantFixture }): void {
  describe.each(changing.map((placed) => [placed.rest, placed] as const))('%s', (_, placed) => {
    test('refuses what is no good JSON with 400, 413 or 415', async () => {
      const { mine } = tenants()
      for (const hostile of [...bodies, ...(takesBytes(placed) ? [] : ofOtherTypes)]) {
        const { status, body } = await post(mine, placed, hostile)
        const outcome = `${hostile.name}: ${status}`
        expect([400, 413, 415].map((each) => `${hostile.name}: ${each}`)).toContain(outcome)
        expect(body).toMatchObject({ status })
      }
      expect(({} as Record<string, unknown>)['polluted']).toBeUndefined()
    })

    test('refuses what cannot be stored, in every text, with 400', async () => {
      const { mine } = tenants()
      const { method, path, body } = requestOf(placed.rest, placed.operation.example.input as Input)
      if (method === 'GET' || body === undefined) return
      let texts = 0
      await mapTexts(body, async (text) => (texts++, text))
      for (let place = 0; place < texts; place++) {
        for (const bad of ['a\u0000b', 'a\ud800b', '\udc00']) {
          let at = 0
          const changed = (await mapTexts(body, async (text) => (at++ === place ? bad : text))) as object
          const { status } = await mine.system.call(method, path, { key: mine.keys.all, body: changed })
          expect([place, JSON.stringify(bad), status]).toEqual([place, JSON.stringify(bad), 400])
        }
      }
    })
  })
}

/** Sends a hostile body to an operation, with the path of its example. Bodies can use the name of one of its fields. */
async function post(
  { system, keys }: TenantFixture,
  placed: RestOperation,
  { body, type = 'application/json', headers }: Hostile,
) {
  const { parameters } = parseRest(placed.rest)
  const field = Object.keys(placed.operation.input.shape).find((name) => !parameters.includes(name)) ?? 'a'
  const { method, path } = requestOf(placed.rest, placed.operation.example.input as Input)
  const answer = await fetch(`${system.url}${path}`, {
    method,
    headers: { Token: keys.all, ...(type === '' ? {} : { 'content-type': type }), ...headers },
    body: body(field) as never,
    signal: AbortSignal.timeout(answerTimeoutMs),
  })
  return system.read(method, path, answer)
}
