import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { createBodyBudget } from '@posthorn/chassis'
import express from 'express'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addressSet } from '../access/auth/address.ts'
import { openExchange } from '../rest/exchange.ts'
import { appEndpoint } from './pages.ts'

const built = '<!doctype html><html lang="en"><title>Posthorn</title>'
const page =
  '<!doctype html><html data-mail data-oidc="Log in &quot;here&quot; &amp; now" lang="en"><title>Posthorn</title>'
const script = 'export const answer = 42\n'.repeat(40)
let folder: string
let server: Server
let url: string

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'posthorn-app-'))
  const publicUrl = 'https://posthorn.example'
  const app = express()
  const open = (req: express.Request, res: express.Response) =>
    openExchange(req, res, {
      config: { PUBLIC_URL: publicUrl },
      deps: { proxies: addressSet([]), bodies: createBodyBudget(0) },
    })
  app.get(
    ['/app', '/app/*path'],
    appEndpoint({ publicUrl, sendsMail: true, signInName: 'Log in "here" & now', folder, open }),
  )
  app.use((_req, res) => void res.writeHead(404).end())
  server = createServer(app).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  server.close()
  rmSync(folder, { recursive: true, force: true })
})

const read = async (path: string, headers: Record<string, string> = {}) => {
  const response = await fetch(`${url}${path}`, { headers })
  return { status: response.status, headers: response.headers, text: await response.text() }
}

describe('the files of the dashboard', () => {
  it('are not there before they are built, are found without a restart afterwards, and say where mail is sent', async () => {
    expect((await read('/app')).status).toBe(404)
    mkdirSync(join(folder, 'assets'))
    writeFileSync(join(folder, 'assets/main-abc.js'), script)
    writeFileSync(join(folder, 'assets/main-abc.js.gz'), gzipSync(script))
    writeFileSync(join(folder, 'assets/main-abc.js.br'), brotliCompressSync(script))
    writeFileSync(join(folder, 'index.html'), built)
    expect((await read('/app')).text).toBe(page)
  })

  it('are its page at every address that is no file, and nothing at the address of a file that is gone', async () => {
    for (const path of ['/app', '/app/', '/app/sign-in', '/app/ws_1/inbox/mine/chat_2?panel=notes'])
      expect([path, (await read(path)).text]).toEqual([path, page])
    for (const path of ['/app/assets/main-old.js', '/app/assets/../package.json', '/app/auth/none'])
      expect([path, (await read(path)).text]).not.toEqual([path, expect.stringContaining('posthorn')])
    expect((await read('/app/assets/main-old.js')).status).toBe(404)
  })

  it('are kept for ever where their name has a hash, and asked for anew where it has not', async () => {
    expect((await read('/app/assets/main-abc.js')).headers.get('cache-control')).toContain('immutable')
    const first = await read('/app')
    expect(first.headers.get('cache-control')).toBe('no-cache')
    expect((await read('/app', { 'If-None-Match': first.headers.get('etag') ?? '' })).status).toBe(304)
  })

  it.each(['br', 'gzip', 'identity'])('are the same to a reader that takes %s', async (encoding) => {
    const file = await read('/app/assets/main-abc.js', { 'Accept-Encoding': encoding })
    expect(file.headers.get('content-encoding')).toBe(encoding === 'identity' ? null : encoding)
    expect(file.text).toBe(script)
  })

  it('forbid scripts in the page, other hosts, frames and referrers', async () => {
    const { headers } = await read('/app/sign-in')
    const policy = headers.get('content-security-policy') ?? ''
    expect(policy).toContain("default-src 'none'; script-src 'self';")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).not.toMatch(/https?:|\*|script-src[^;]*unsafe/)
    expect(headers.get('referrer-policy')).toBe('no-referrer')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('strict-transport-security')).toContain('max-age')
  })
})
