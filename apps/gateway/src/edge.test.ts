import fs from 'node:fs'
import { errorCatalog } from '@posthorn/contracts'
import { startProxy, until } from '@posthorn/testkit'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type GatewayFixture, startGatewayFixture } from './gateway.fixture.ts'

let fixture: GatewayFixture
beforeAll(async () => {
  fixture = await startGatewayFixture()
})
afterAll(() => fixture[Symbol.asyncDispose]())

/** Collects what this process logs, until it is disposed. */
function watchLog(): Disposable & { linesOf(msg: string): object[] } {
  const lines: string[] = []
  const write = fs.writeSync.bind(fs) as (...args: unknown[]) => number
  const spy = vi.spyOn(fs, 'writeSync').mockImplementation(((...args: unknown[]) => {
    lines.push(String(args[1]))
    return write(...args)
  }) as never)
  return {
    linesOf: (msg) => lines.filter((line) => line.includes(`"${msg}"`)).map((line) => JSON.parse(line) as object),
    [Symbol.dispose]: () => spy.mockRestore(),
  }
}

describe('the public API', () => {
  it('shows the way in, and no framework', async () => {
    const root = await fixture.send('/')
    expect(root.json).toMatchObject({ api: `${fixture.url}/v1`, openapi: `${fixture.url}/v1/openapi.json` })
    expect(root.headers.get('x-powered-by')).toBeNull()
  })

  it('has a place on the error page for every error, where `docs` of an error body points', async () => {
    const page = await fixture.send('/docs/errors')
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8')
    for (const code of Object.keys(errorCatalog)) expect(page.text).toContain(`id="${code}"`)
    const refused = await fixture.send('/v1/me')
    expect(refused.json['docs']).toBe(`${fixture.url}/docs/errors#token:invalid`)
  })

  it('gives back the request id of the caller, or one of its own where that cannot be carried', async () => {
    const given = async (id: string) =>
      (await fixture.send('/v1/me', { headers: { 'X-Request-Id': id } })).headers.get('x-request-id')
    expect(await given('trace-42.a:b')).toBe('trace-42.a:b')
    for (const odd of ['a b', 'a,b', 'x'.repeat(129), '<script>'])
      expect(await given(odd)).toMatch(/^req_[0-9a-f]{32}$/)
  })

  it('is open to browsers below /v1 and closed elsewhere', async () => {
    expect((await fixture.send('/v1/me')).headers.get('access-control-allow-origin')).toBe('*')
    for (const path of ['/', '/readyz', '/callbacks/num_x', '/docs/errors']) {
      expect((await fixture.send(path)).headers.get('access-control-allow-origin')).toBeNull()
    }
  })

  it('stays ready while messaging cannot be reached, and names it', async () => {
    await using proxy = await startProxy(fixture.contacts.service.url)
    await using other = await startGatewayFixture({ MESSAGING_URL: proxy.url })
    const statuses = async () =>
      Promise.all(['/readyz', '/livez', '/healthz'].map(async (path) => (await other.send(path)).status))
    const probe = async () => (await other.send('/readyz')).json
    expect(await statuses()).toEqual([200, 200, 200])
    await proxy.refuse()
    expect(await probe()).toMatchObject({ status: 'ready', reasons: ['messaging is not ready'] })
    expect(await statuses()).toEqual([200, 200, 200])
    await proxy.resume()
    await until(async () => String((await probe())['reasons']) === '')
  })

  it('answers 503 in time while a service accepts connections and does not answer', async () => {
    await using proxy = await startProxy(fixture.contacts.service.url)
    await using other = await startGatewayFixture({ CONTACTS_URL: proxy.url, SERVICE_TIMEOUT_MS: '500' })
    const { token } = await other.tenant()
    // The first response waits for the OpenAPI document, which takes seconds to generate.
    await other.send('/v1/contacts', { token })
    proxy.hang()
    const begun = performance.now()
    const requests = Array.from({ length: 40 }, (_, i) =>
      other.send('/v1/contacts', { token, ...(i % 2 ? { json: { phone: `+49151000000${10 + i}` } } : {}) }),
    )
    for (const { status, json, headers } of await Promise.all(requests)) {
      expect([status, json['errorCode'], headers.get('retry-after')]).toEqual([503, 'service:unavailable', '1'])
    }
    // The client's default is 30 s.
    expect(performance.now() - begun).toBeLessThan(10_000)
    await proxy.resume()
    await until(async () => (await other.send('/v1/contacts', { token })).status === 200)
  })

  it.each(['error', 'info'])(
    'logs a fault of its own with the id of the request, also at the level of `start`: %s',
    async (level) => {
      await using other = await startGatewayFixture({ CONTACTS_URL: 'http://127.0.0.1:9', LOG_LEVEL: level })
      const { token } = await other.tenant()
      using log = watchLog()
      const answer = await other.send('/v1/contacts', { token, headers: { 'X-Request-Id': `fault-${level}` } })
      expect(answer.status).toBe(503)
      expect(log.linesOf('request.failed')).toMatchObject([
        { requestId: `fault-${level}`, errorCode: 'service:unavailable' },
      ])
    },
  )

  it('logs a slow request as abandoned if its caller did not wait for the response', async () => {
    await using proxy = await startProxy(fixture.contacts.service.url)
    await using other = await startGatewayFixture({
      CONTACTS_URL: proxy.url,
      SERVICE_TIMEOUT_MS: '1500',
      LOG_LEVEL: 'info',
    })
    const { token } = await other.tenant()
    proxy.hang()
    using log = watchLog()
    const gone = fetch(`${other.url}/v1/contacts`, { headers: { Token: token }, signal: AbortSignal.timeout(200) })
    await expect(gone).rejects.toThrow()
    await until(() => log.linesOf('request.slow').length > 0)
    expect(log.linesOf('request.slow')).toMatchObject([{ route: '/v1/contacts', status: 'abandoned' }])
    await proxy.resume()
  })

  it('stays ready without NATS', async () => {
    await using other = await startGatewayFixture({ NATS_URL: 'nats://127.0.0.1:9' })
    expect((await other.send('/readyz')).status).toBe(200)
    const { token } = await other.tenant()
    expect((await other.send('/v1/contacts', { token })).status).toBe(200)
  })
})
