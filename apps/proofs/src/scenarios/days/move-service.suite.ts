import { readFileSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { startHttpServer, until } from '@posthorn/testkit'
import type { RunningSystem } from '@posthorn/testkit/system'
import { expect, test } from 'vitest'
import { newCustomer } from './customers.ts'
import type { PackedCommand } from './packed-command.fixture.ts'

const device = '64fa0c1b2d3e4f5061728394'

/** The API of a former service with this key: its lists, paged from 0. */
function formerService(key: string, contacts: readonly object[]) {
  const lists: Record<string, readonly object[]> = {
    '/v1/devices': [{ id: device }],
    [`/v1/devices/${device}/labels`]: [{ name: 'From afar', color: 'pool' }],
    [`/v1/chat/${device}/contacts`]: contacts,
    '/v1/webhooks': [],
  }
  return startHttpServer((req, res) => {
    const { pathname, searchParams } = new URL(req.url ?? '/', 'http://former')
    const [size, page] = [Number(searchParams.get('size') ?? 20), Number(searchParams.get('page') ?? 0)]
    const rows = req.headers['token'] === key ? lists[pathname] : undefined
    res.writeHead(rows ? 200 : 401, { 'content-type': 'application/json' })
    res.end(JSON.stringify(rows?.slice(page * size, (page + 1) * size) ?? { status: 401, message: 'wrong key' }))
  })
}

const bodyOf = async (req: IncomingMessage) => Buffer.concat(await req.toArray())

/** Forwards to an installation. While `holds` is true of a bulk of contacts, that request stays without an answer. */
function installation(target: string, holds: (bulk: number) => boolean) {
  const bulks: number[] = []
  const forward = async (req: IncomingMessage) => {
    const { method = 'GET', url = '/', headers } = req
    const body = await bodyOf(req)
    const isBulk = method === 'PATCH' && url.includes('/contacts?')
    if (isBulk) bulks.push((JSON.parse(body.toString()) as unknown[]).length)
    if (isBulk && holds(bulks.length)) return undefined
    const { token = '', 'content-type': type } = headers
    const sent = { Token: String(token), ...(type ? { 'Content-Type': type } : {}) }
    return fetch(`${target}${url}`, { method, headers: sent, ...(body.length > 0 ? { body } : {}) })
  }
  const serving = startHttpServer((req, res) => {
    void forward(req).then(async (answer) => {
      if (answer === undefined) return
      res.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? '' })
      res.end(Buffer.from(await answer.arrayBuffer()))
    })
  })
  return serving.then((server) => Object.assign(server, { bulks }))
}

/** A former service is moved through its API, and the move goes on where it was killed. */
export function moveAService(system: () => RunningSystem, command: () => PackedCommand): void {
  test('moves a former service through its address and key, and goes on after it was killed without repeating what is done', async () => {
    const phones = Array.from({ length: 120 }, newCustomer)
    const key = 'former-key'
    await using former = await formerService(
      key,
      phones.map((phone, i) => ({ phone, name: `Moved ${i}`, type: 'user' })),
    )
    let waits = true
    await using here = await installation(system().url, (bulk) => waits && bulk === 2)
    const progress = join(command().folder, 'move-service.json')
    const args = ['move', `${former.url}/v1`, '--from-key', key, '--url', here.url, '--progress', progress, '--json']
    const refused = await command().run(...args, '--from-key', 'wrong')
    expect([refused.exitCode, refused.stderr]).toEqual([1, expect.stringContaining('is the key right?')])

    const killed = command().start(...args, '--key', system().account.key)
    await until(() => here.bulks.length === 2, { describe: 'the second bulk to be under way' })
    await killed.kill()
    expect(JSON.parse(readFileSync(progress, 'utf8'))).toEqual({ source: `${former.url}/v1`, contacts: 50 })

    waits = false
    const { exitCode, stdout, stderr } = await command().run(...args, '--key', system().account.key)
    expect([exitCode, stderr]).toEqual([0, ''])
    expect(JSON.parse(stdout)).toEqual([
      { kind: 'labels', made: 0, there: 1, faulty: 0 },
      { kind: 'contacts', made: 70, there: 50, faulty: 0 },
      { kind: 'webhooks', made: 0, there: 0, faulty: 0 },
    ])
    expect(here.bulks).toEqual([50, 50, 50, 20])
    const last = encodeURIComponent(phones.at(-1) ?? '')
    expect(await system().ok('GET', `/v1/contacts?phone=${last}`)).toMatchObject([{ name: 'Moved 119' }])
  })
}
