import { createHash, randomBytes } from 'node:crypto'
import { newId } from '@posthorn/contracts'
import { until } from '@posthorn/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { credential, startCell, type TestCell } from './cell.fixture.ts'
import { type Directory, startDirectory } from './service.ts'

let [a, b]: TestCell[] = []
let directory: Directory
const start = (cells: TestCell[], env = {}) =>
  startDirectory({
    CELLS: cells.map(({ entry }) => entry).join(', '),
    CREDENTIAL: credential,
    PORT: '0',
    LOG_LEVEL: 'silent',
    ...env,
  })
beforeAll(async () => {
  a = await startCell('a')
  b = await startCell('b')
  directory = await start([a, b])
})
afterAll(async () => {
  await directory.stop()
  await a?.[Symbol.asyncDispose]()
  await b?.[Symbol.asyncDispose]()
})
const cells = () => ({ a: a as TestCell, b: b as TestCell })

/** Sends a look-up the way Caddy, Traefik and nginx do, with the request in headers. */
async function lookUp(uri: string, headers: Record<string, string> = {}, { url } = directory) {
  const answer = await fetch(`${url}/look-up`, { headers: { ...headers, 'X-Forwarded-Uri': uri } })
  const [cell, upstream] = ['X-Posthorn-Cell', 'X-Posthorn-Upstream'].map((name) => answer.headers.get(name))
  return {
    status: answer.status,
    cell,
    upstream,
    retryAfter: answer.headers.get('Retry-After'),
    text: await answer.text(),
  }
}

describe('the directory', () => {
  it('finds the cell of a key, of a number and of a workspace, and a request sent there is answered', async () => {
    for (const [name, cell] of Object.entries(cells())) {
      const { workspace, token } = await cell.tenant()
      const number = await cell.number(workspace)
      const found = { status: 200, cell: name, upstream: cell.upstream }
      expect(await lookUp('/v1/me', { Token: token })).toMatchObject(found)
      expect(await lookUp(`/callbacks/${number}`)).toMatchObject(found)
      expect(await lookUp('/v1/chats', { Workspace: workspace })).toMatchObject(found)
      const { upstream } = await lookUp('/v1/workspace', { Token: token })
      const answer = await fetch(`http://${upstream}/v1/workspace`, { headers: { Token: token } })
      expect(await answer.json()).toMatchObject({ id: workspace })
    }
  })

  it('finds it for a router that puts the path behind its own', async () => {
    const { token } = await cells().b.tenant()
    const answer = await fetch(`${directory.url}/look-up/v1/me?size=1`, { headers: { Token: token } })
    expect(answer.headers.get('X-Posthorn-Cell')).toBe('b')
  })

  it('sends what no cell has, and what any cell may answer, to the first', async () => {
    const unknown = `ph_live_${randomBytes(6).toString('hex')}_${'x'.repeat(42)}`
    expect(await lookUp('/v1/me', { Token: unknown })).toMatchObject({ status: 200, cell: 'a' })
    expect(await lookUp(`/callbacks/${newId('num')}`)).toMatchObject({ status: 200, cell: 'a' })
    expect(await lookUp('/docs')).toMatchObject({ status: 200, cell: 'a' })
  })

  it('keeps no part of a key but its public one, and shows neither keys nor paths in its metrics', async () => {
    const { token } = await cells().a.tenant()
    await lookUp('/v1/me', { Token: token })
    const text = await (await fetch(`${directory.url}/metrics`)).text()
    expect(text).toContain('look_up_total{outcome="found"')
    for (const secret of [token, token.slice(8, 20), createHash('sha256').update(token).digest('hex'), '/v1/me'])
      expect(text).not.toContain(secret)
  })

  it('finds known keys while a cell does not answer, and refuses those that it may have with a time to wait', async () => {
    await using lost = await startCell('lost')
    const own = await start([cells().a, lost], { FRESH_MS: '0' })
    const [known, other] = [await lost.tenant(), await cells().a.tenant()]
    expect(await lookUp('/v1/me', { Token: known.token }, own)).toMatchObject({ cell: 'lost' })
    await lost.gateway.service.stop()
    expect(await lookUp('/v1/me', { Token: known.token }, own)).toMatchObject({ status: 200, cell: 'lost' })
    expect(await lookUp('/v1/me', { Token: other.token }, own)).toMatchObject({ status: 200, cell: 'a' })
    const unknown = `ph_live_${randomBytes(6).toString('hex')}_${'x'.repeat(42)}`
    const refused = await lookUp('/v1/me', { Token: unknown }, own)
    expect(refused).toMatchObject({ status: 503, cell: null, retryAfter: '2' })
    expect(JSON.parse(refused.text)).toMatchObject({ errorCode: 'service:unavailable', retryable: true })
    await own.stop()
  })

  it('refuses a workspace that its cell no longer has, rather than to send it to another, until a cell has it', async () => {
    const own = await start([cells().a, cells().b], { FRESH_MS: '0' })
    const { workspace, token } = await cells().b.tenant()
    expect(await lookUp('/v1/me', { Token: token }, own)).toMatchObject({ cell: 'b' })
    const { rows } = cells().b.gateway
    await rows('delete from api_key where workspace_id = $1', [workspace])
    await rows('delete from workspace where workspace_id = $1', [workspace])
    await until(async () => (await lookUp('/v1/me', { Token: token }, own)).status === 503)
    expect(await lookUp('/v1/me', { Token: token }, own)).toMatchObject({ status: 503, retryAfter: '2' })
    await own.stop()
  })

  it('says that it is not ready when it is to stop, and answers until routers have noticed', async () => {
    const own = await start([cells().a])
    const stopped = own.stop({ drainMs: 3_000 })
    expect((await fetch(`${own.url}/readyz`)).status).toBe(503)
    expect(await lookUp('/docs', {}, own)).toMatchObject({ status: 200, cell: 'a' })
    await stopped
    await expect(fetch(`${own.url}/readyz`)).rejects.toThrow()
  })

  it('does not start with cells that no one can read', async () => {
    const beyond = ['a=gateway-a:65536 http://gateway-a:4000', 'a=gateway-a:3000 http://gateway-a:65536']
    for (const CELLS of ['a', 'a=gateway-a:3000', `${cells().a.entry},${cells().a.entry}`, ...beyond])
      await expect(start([], { CELLS })).rejects.toThrow('CELLS: must be <name>=<host:port> <address>')
  })
})
