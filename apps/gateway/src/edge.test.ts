import { errorCatalogue } from '@posthorn/contracts'
import { startProxy, until } from '@posthorn/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Stage, startStage } from './stage.suite.ts'

let stage: Stage
beforeAll(async () => {
  stage = await startStage()
})
afterAll(() => stage[Symbol.asyncDispose]())

describe('the public door', () => {
  it('shows the way in, and no framework', async () => {
    const root = await stage.ask('/')
    expect(root.json).toMatchObject({ api: `${stage.url}/v1`, openapi: `${stage.url}/v1/openapi.json` })
    expect(root.headers.get('x-powered-by')).toBeNull()
  })

  it('has a place on the error page for every error, where `docs` of an error body points', async () => {
    const page = await stage.ask('/docs/errors')
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8')
    for (const code of Object.keys(errorCatalogue)) expect(page.text).toContain(`id="${code}"`)
    const refused = await stage.ask('/v1/me')
    expect(refused.json['docs']).toBe(`${stage.url}/docs/errors#token:invalid`)
  })

  it('gives back the request id of the caller, or one of its own where that cannot be carried', async () => {
    const given = async (id: string) =>
      (await stage.ask('/v1/me', { headers: { 'X-Request-Id': id } })).headers.get('x-request-id')
    expect(await given('trace-42.a:b')).toBe('trace-42.a:b')
    for (const odd of ['a b', 'a,b', 'x'.repeat(129), '<script>'])
      expect(await given(odd)).toMatch(/^req_[0-9a-f]{32}$/)
  })

  it('is open to browsers below /v1 and closed elsewhere', async () => {
    expect((await stage.ask('/v1/me')).headers.get('access-control-allow-origin')).toBe('*')
    for (const path of ['/', '/readyz', '/callbacks/num_x', '/docs/errors']) {
      expect((await stage.ask(path)).headers.get('access-control-allow-origin')).toBeNull()
    }
  })

  it('is alive and ready, and not ready while messaging cannot be reached', async () => {
    await using proxy = await startProxy(stage.contacts.service.url)
    await using other = await startStage({ MESSAGING_URL: proxy.url })
    const ready = async () => (await other.ask('/readyz')).status
    expect([await ready(), (await other.ask('/livez')).status, (await other.ask('/healthz')).status]).toEqual([
      200, 200, 200,
    ])
    await proxy.refuse()
    expect((await other.ask('/readyz')).json).toEqual({ status: 'not ready', reasons: ['messaging is not ready'] })
    expect((await other.ask('/livez')).status).toBe(200)
    await proxy.resume()
    await until(async () => (await ready()) === 200)
  })

  it('stays ready without NATS', async () => {
    await using other = await startStage({ NATS_URL: 'nats://127.0.0.1:9' })
    expect((await other.ask('/readyz')).status).toBe(200)
    const { token } = await other.tenant()
    expect((await other.ask('/v1/contacts', { token })).status).toBe(200)
  })
})
