import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { licenseFaults, listLicenses } from './licenses.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))

describe('licenses', () => {
  it('of all installed packages are allowed, or are exceptions with a reason', () => {
    expect(licenseFaults(listLicenses(root))).toEqual([])
  })

  it.each([
    ['GPL-3.0-only', 1],
    ['Unknown', 1],
    ['(MIT AND GPL-3.0-only)', 1],
    ['(MIT OR GPL-3.0-only)', 0],
    ['(MIT AND Zlib)', 0],
  ])('%s: %i fault', (license, faults) => {
    const found = licenseFaults({ [license]: [{ name: 'new', versions: ['1.0.0'] }] })
    expect(found.filter((fault) => fault.startsWith('new@')).length).toBe(faults)
  })

  it('an exception holds for its license only, and is reported once nothing needs it', () => {
    const found = licenseFaults({ 'GPL-3.0-only': [{ name: 'axe-core', versions: ['9.0.0'] }] })
    expect(found).toContain('axe-core@9.0.0: GPL-3.0-only')
    expect(found).toContain('^axe-core$: no package needs this exception')
  })
})

/** Runs `pnpm audit` against a registry with this response to advisory requests. */
async function audit(status: number, answer: object): Promise<{ code: number; output: string }> {
  const registry = createServer((request, response) => {
    request.resume()
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answer))
  })
  await once(registry.listen(0, '127.0.0.1'), 'listening')
  const { port } = registry.address() as AddressInfo
  const child = spawn('pnpm', ['audit', '--registry', `http://127.0.0.1:${port}/`], { cwd: root })
  const [output, errors, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  registry.closeAllConnections()
  registry.close()
  return { code: code as number, output: `${output}${errors}` }
}

describe('the question for advisories', () => {
  it('passes without any, and fails with one', async () => {
    expect(await audit(200, {})).toMatchObject({ code: 0 })
    const advisory = {
      id: 1,
      url: 'https://example.com/1',
      title: 'Too open',
      severity: 'high',
      vulnerable_versions: '*',
    }
    const { code, output } = await audit(200, { express: [advisory] })
    expect({ code, output }).toMatchObject({ code: 1, output: expect.stringContaining('Too open') })
  })

  it('fails, and says so, where the registry does not answer it', async () => {
    const { code, output } = await audit(405, {})
    expect({ code, output }).toMatchObject({ code: 1, output: expect.stringContaining('responded with 405') })
  })
})
