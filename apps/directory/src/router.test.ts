import { spawn, spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { freePort, until } from '@posthorn/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { credential, startCell, type TestCell } from './cell.fixture.ts'
import { type Directory, startDirectory } from './service.ts'

const hasCaddy = spawnSync('caddy', ['version']).status === 0
const config = fileURLToPath(new URL('../../../docker/cells/Caddyfile', import.meta.url))

/** Runs Caddy with the deployment's configuration. Returns its URL and a function that stops it. */
async function startCaddy(directory: string): Promise<{ url: string; stop(): Promise<void> }> {
  const [port, home] = [await freePort(), fileURLToPath(new URL('../../../node_modules/.cache', import.meta.url))]
  const env = { PATH: process.env['PATH'], HOME: home, XDG_DATA_HOME: home, XDG_CONFIG_HOME: home }
  const settings = { PUBLIC_HOSTNAME: `http://127.0.0.1:${port}`, DIRECTORY: new URL(directory).host }
  const child = spawn('caddy', ['run', '--adapter', 'caddyfile', '--config', config], {
    env: { ...env, ...settings, CADDY_ADMIN: `127.0.0.1:${await freePort()}` },
    stdio: 'ignore',
  })
  const url = `http://127.0.0.1:${port}`
  await until(async () => (await fetch(`${url}/docs`).catch(() => null)) !== null, { describe: 'Caddy to answer' })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const stop = () => {
    child.kill('SIGTERM')
    return ended
  }
  return { url, stop }
}

describe.skipIf(!hasCaddy)('Caddy with the configuration of the deployment', () => {
  let [a, b]: TestCell[] = []
  let directory: Directory
  let router: Awaited<ReturnType<typeof startCaddy>>
  beforeAll(async () => {
    a = await startCell('a')
    b = await startCell('b')
    directory = await startDirectory({
      CELLS: `${a.entry},${b.entry}`,
      CREDENTIAL: credential,
      PORT: '0',
      LOG_LEVEL: 'silent',
    })
    router = await startCaddy(directory.url)
  })
  afterAll(async () => {
    await router.stop()
    await directory.stop()
    for (const cell of [a, b]) await cell?.[Symbol.asyncDispose]()
  })

  it('answers a key from its cell, whatever cell the caller names', async () => {
    for (const cell of [a, b] as TestCell[]) {
      const { workspace, token } = await cell.tenant()
      const other = cell === a ? b : a
      const headers = { Token: token, 'X-Posthorn-Upstream': other?.upstream ?? '', 'X-Posthorn-Cell': 'c' }
      const answer = await fetch(`${router.url}/v1/workspace`, { headers })
      expect(await answer.json()).toMatchObject({ id: workspace })
    }
  })

  it('passes on bodies, and answers of a cell as they are', async () => {
    const { token } = await (b as TestCell).tenant()
    const changed = await fetch(`${router.url}/v1/workspace`, {
      method: 'PATCH',
      headers: { Token: token, 'Content-Type': 'application/json' },
      body: JSON.stringify({ name: 'Moved' }),
    })
    expect([changed.status, ((await changed.json()) as { name: string }).name]).toEqual([200, 'Moved'])
    const refused = await fetch(`${router.url}/v1/workspace`, { headers: { Token: `${token}x` } })
    expect([refused.status, ((await refused.json()) as { errorCode: string }).errorCode]).toEqual([
      401,
      'token:invalid',
    ])
  })

  it('brings a callback to the cell of its number', async () => {
    const cell = b as TestCell
    const { workspace } = await cell.tenant()
    const number = await cell.number(workspace)
    const known = await fetch(`${router.url}/callbacks/${number}`, { method: 'POST', body: '{}' })
    expect(((await known.json()) as { errorCode: string }).errorCode).toBe('callback:signature_invalid')
    // Strangers can't find out which numbers exist.
    const unknown = await fetch(`${router.url}/callbacks/num_unknown`, { method: 'POST', body: '{}' })
    expect(((await unknown.json()) as { errorCode: string }).errorCode).toBe('callback:signature_invalid')
  })

  it('shows callers the refusal of the directory', async () => {
    const lost = await startCell('lost')
    const own = await startDirectory({
      CELLS: `${(a as TestCell).entry},${lost.entry}`,
      CREDENTIAL: credential,
      PORT: '0',
      LOG_LEVEL: 'silent',
    })
    const second = await startCaddy(own.url)
    await lost[Symbol.asyncDispose]()
    const token = `ph_live_${'Q'.repeat(12)}_${'x'.repeat(42)}`
    const refused = await fetch(`${second.url}/v1/me`, { headers: { Token: token } })
    expect([refused.status, refused.headers.get('Retry-After')]).toEqual([503, '2'])
    expect(await refused.json()).toMatchObject({ errorCode: 'service:unavailable', retryable: true })
    await second.stop()
    await own.stop()
  })
})
