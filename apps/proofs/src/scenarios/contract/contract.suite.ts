import { randomUUID } from 'node:crypto'
import { type KeyScope, keyScopeNames } from '@posthorn/contracts'
import { until } from '@posthorn/testkit'
import { beforeAll, describe, expect, test } from 'vitest'
import { faultyInputs } from './faulty-requests.ts'
import { preparedInput } from './preparations.ts'
import { type Input, isEndless, type RestOperation, requestOf, restOperations } from './requests.ts'
import type { TenantFixture } from './tenant.fixture.ts'

type Refusal = { errorCode: string; errors: { path: string }[]; requestId?: string }

/** Returns the error code that an invalid input should get: an invalid phone number has a separate one. */
const faultCode = ({ errorCode }: Refusal) => (errorCode === 'phone:invalid' ? errorCode : 'request:invalid')

/** Returns the content type of an endless response after reading only its start. */
async function beginningOf(tenant: TenantFixture, path: string): Promise<string | undefined> {
  const gone = new AbortController()
  const headers = { Token: tenant.keys.all }
  const answer = await fetch(`${tenant.system.url}${path}`, { headers, signal: gone.signal })
  gone.abort()
  return answer.headers.get('content-type')?.split(';')[0]
}

/** Returns whether the newest entries of the audit log include this operation of this request. */
async function isInLog(tenant: TenantFixture, { noun, verb }: RestOperation, requestId: string): Promise<boolean> {
  const log = await tenant.ok<{ requestId: string; operation: string }[]>('GET /v1/audit', { size: 50 })
  return log.some((entry) => entry.requestId === requestId && entry.operation === `${noun}.${verb}`)
}

/** Every operation returns its example's result, and refuses invalid requests. */
export function contractSuite(tenants: () => { mine: TenantFixture; theirs: TenantFixture }): void {
  const keys = new Map<KeyScope, string>()
  beforeAll(async () => {
    for (const scope of keyScopeNames) keys.set(scope, await tenants().mine.system.keyWith(scope))
  })

  describe.each(restOperations.map((placed) => [placed.rest, placed] as const))('%s', (rest, placed) => {
    const { operation } = placed
    const example = operation.example.input as Input
    const send = (input: Input, key?: string) => {
      const { mine } = tenants()
      const { method, path, body } = requestOf(rest, input)
      return mine.system.call<Refusal>(method, path, { key: key ?? mine.keys.all, ...(body ? { body } : {}) })
    }

    test('answers its example, the same again to the same Idempotency-Key, and is in the audit log', async () => {
      const { mine } = tenants()
      const input = await preparedInput(mine, placed)
      if (isEndless(placed))
        return expect(await beginningOf(mine, requestOf(rest, input).path)).toBe('text/event-stream')
      const idempotencyKey = rest.startsWith('POST') ? randomUUID() : undefined
      const { status, headers, body } = await mine.call(rest, input, idempotencyKey)
      expect([operation.status ?? 200, operation.statusOfExisting], JSON.stringify(body)).toContain(status)
      if (operation.kind === 'mutation' && operation.scope === 'manage')
        await until(() => isInLog(mine, placed, headers.get('x-request-id') ?? ''), { describe: 'the entry' })
      if (operation.download || operation.stream) return
      const output = operation.list ? { items: body, next: null } : body
      expect(operation.output.parse(output)).toEqual(output)
      if (idempotencyKey === undefined) return
      const again = await mine.call(rest, input, idempotencyKey)
      expect({ status: again.status, body: again.body }).toEqual({ status, body })
      expect(again.headers.get('idempotent-replayed')).toBe('true')
    })

    test('refuses a request without a key, with any other scope, and with an unknown field', async () => {
      expect(await send(example, '')).toMatchObject({ status: 401, body: { errorCode: 'token:invalid' } })
      for (const [scope, key] of keys) {
        const { body } = await send({ ...example, doesNotExist: 1 }, key)
        const isOther = operation.scope !== null && operation.scope !== scope
        expect([scope, body.errorCode]).toEqual([scope, isOther ? 'scope:missing' : 'request:invalid'])
      }
      const unknown = await send({ ...example, doesNotExist: 1 })
      expect(unknown).toMatchObject({ status: 400, body: { errorCode: 'request:invalid' } })
      expect(unknown.body.errors).toContainEqual(expect.objectContaining({ path: 'doesNotExist' }))
    })

    test('names every faulty field, inner ones too', async () => {
      for (const { input, paths } of faultyInputs(placed, example)) {
        const { status, body } = await send(input)
        expect({ status, errorCode: body.errorCode }).toEqual({ status: 400, errorCode: faultCode(body) })
        const reported = body.errors.map(({ path }) => path)
        const missing = paths.filter((path) => !reported.some((each) => each === path || each.startsWith(`${path}.`)))
        expect({ missing, reported }).toEqual({ missing: [], reported })
      }
    })
  })
}
