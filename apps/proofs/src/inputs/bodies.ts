import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { residentMb } from '@posthorn/embedded'
import { eachOf, phoneOf } from '@posthorn/testkit/system'
import { all, type Outcome } from '../check.ts'
import type { ProofFixture } from '../proof.fixture.ts'
import { requestOf, restOperations } from '../scenarios/contract/requests.ts'
import { mapTexts, TenantFixture } from '../scenarios/contract/tenant.fixture.ts'

const contactsPath = '/v1/contacts'
const mebibyte = 1024 * 1024
const boundMs = 50

/** URL and key to create contacts. */
type Api = { url: string; key: string }
type Sent = { status: number; tookMs: number }

/** Posts raw bytes. */
function postBytes({ url, key }: Api, bytes: string | Buffer, type?: string): Promise<Sent> {
  const begun = performance.now()
  return new Promise((resolve) => {
    const contentType = type === undefined ? {} : { 'Content-Type': type }
    const headers = { Token: key, 'Content-Length': Buffer.byteLength(bytes), ...contentType }
    const settle = (status: number) => resolve({ status, tookMs: performance.now() - begun })
    const call = request(
      `${url}${contactsPath}`,
      { method: 'POST', headers, agent: false, timeout: 5_000 },
      (answer) => {
        answer.resume()
        settle(answer.statusCode ?? 0)
      },
    )
    // A refused client may lose the connection while still sending: 0 only counts if there was no response.
    call.once('timeout', () => call.destroy()).on('error', () => settle(0))
    call.end(bytes)
  })
}

const json = 'application/json'
const phone = phoneOf(70_000)
const members = () => JSON.stringify(Object.fromEntries(Array.from({ length: 1_000_000 }, (_, i) => [`k${i}`, 1])))

/** Bodies that are expensive, break or deceive parsers, with their content type. */
const bodies = (): Record<string, [body: string | Buffer, type?: string]> => ({
  'depth 100,000': [`${'['.repeat(100_000)}${']'.repeat(100_000)}`, json],
  'depth 100,000 in a field': [`{"phone":${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}}`, json],
  '1,000,000 keys': [members(), json],
  'number of 100,000 digits': [`{"phone":${'9'.repeat(100_000)}}`, json],
  '1 MiB and a byte': [Buffer.alloc(mebibyte + 1, 0x20), json],
  'wrong type': [`{"phone":"${phone}"}`, 'text/xml'],
  'no type': [`{"phone":"${phone}"}`],
  'other charset': [`{"phone":"${phone}"}`, `${json}; charset=utf-16`],
  'trailing garbage': [`{"phone":"${phone}"} x`, json],
  'two values': [`{"phone":"${phone}"}{"phone":"${phone}"}`, json],
  'the same key twice': [`{"phone":"${phone}","phone":"${phoneOf(70_001)}"}`, json],
  'byte order mark': [`\ufeff{"phone":"${phone}"}`, json],
  'not UTF-8': [Buffer.from('{"phone":"\xff"}', 'latin1'), json],
  'an array': ['[]', json],
})

/** Sends each body three times; returns late or wrong responses. */
async function evaluated(api: Api): Promise<{ slow: string[]; wrong: string[]; worstMs: number; count: number }> {
  await postBytes(api, '{}', json)
  const found = { slow: [] as string[], wrong: [] as string[], worstMs: 0, count: 0 }
  for (const [name, [body, type]] of Object.entries(bodies())) {
    const tries: Sent[] = []
    // The best of three, to ignore other work on the machine.
    for (let i = 0; i < 3; i++) tries.push(await postBytes(api, body, type))
    const best = Math.min(...tries.map(({ tookMs }) => tookMs))
    found.count += 1
    found.worstMs = Math.max(found.worstMs, Math.round(best))
    if (best > boundMs) found.slow.push(`${name} ${Math.round(best)} ms`)
    const odd = tries.find(({ status }) => ![400, 413, 415].includes(status))
    if (odd) found.wrong.push(`${name} ${odd.status}`)
  }
  return found
}

/** N2: each gets a fast response, and nothing is kept. */
export async function costlyBodies(fixture: ProofFixture): Promise<Outcome> {
  const system = await fixture.system()
  const pid = system.run.processes['gateway']?.pid ?? 0
  const before = residentMb(pid)
  const { slow, wrong, worstMs, count } = await evaluated({ url: system.url, key: system.account.key })
  const grown = Math.round(residentMb(pid) - before)
  return all(`${count} bodies, the slowest ${worstMs} ms; the gateway grew by ${grown} MiB`, {
    [`400, 413 or 415 (${wrong.join(', ')})`]: wrong.length === 0,
    [`within ${boundMs} ms (${slow.join(', ')})`]: slow.length === 0,
    'memory stable': grown < 64,
  })
}

/** N-twin: an endpoint that reads and parses everything before it checks the size. */
export async function laxReader(): Promise<Outcome> {
  const server = createServer((req, res) => {
    let text = ''
    req.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
    req.once('end', () => {
      try {
        const { phone: given } = JSON.parse(text) as { phone?: unknown }
        res.writeHead(given === undefined ? 400 : 201).end()
      } catch {
        res.writeHead(400).end()
      }
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { slow, wrong } = await evaluated({
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    key: 'x',
  })
  server.close()
  return all(`the twin: ${wrong.length} wrong, ${slow.length} slow`, {
    'the twin is caught': wrong.length + slow.length > 0,
  })
}

/** N3: names such as `__proto__`, everywhere in a body. */
export async function pollution(fixture: ProofFixture): Promise<Outcome> {
  const system = await fixture.system()
  const api = { url: system.url, key: system.account.key }
  const polluting = ['"__proto__":{"polluted":true}', '"constructor":{"prototype":{"polluted":true}}', '"prototype":{}']
  const posted = await eachOf(polluting.length, 1, (i) =>
    postBytes(api, `{"phone":"${phoneOf(70_010 + i)}",${polluting[i]}}`, json),
  )
  const nested = await eachOf(polluting.length, 1, (i) =>
    postBytes(api, `{"phone":"${phoneOf(70_020 + i)}","fields":{${polluting[i]}}}`, json),
  )
  const names = ['__proto__', 'constructor', 'prototype']
  const queries = await eachOf(names.length, 1, (i) =>
    system.call('GET', `${contactsPath}?${names[i]}[polluted]=true&${names[i]}.polluted=x`),
  )
  const csv = `phone,name,__proto__,constructor.prototype\n${phoneOf(70_030)},Ada,polluted,polluted\n`
  const imported = await system.call('POST', '/v1/imports', {
    body: { csv, mapping: { phone: 'phone', name: 'fields.__proto__' } },
  })
  const created = await system.ok<{ id: string }>('POST', contactsPath, { body: { phone: phoneOf(70_040) } })
  const shown = await system.ok<{ fields: object }>('GET', `${contactsPath}/${created.id}`)
  const statuses = [...posted, ...nested, ...queries, imported].map(({ status }) => status)
  const clean = !JSON.stringify([created, shown]).includes('polluted') && Object.keys(shown.fields).length === 0
  return all(
    `${statuses.length} tries answered ${[...new Set(statuses)].join(', ')}; a contact made after them is ${clean ? 'clean' : 'POLLUTED'}`,
    {
      'all refused': statuses.every((status) => status === 400),
      'nothing is polluted': clean,
    },
  )
}

/** N4: characters that Postgres and other parsers reject, in every text of every body. */
export async function unstorableTexts(fixture: ProofFixture): Promise<Outcome> {
  const system = await fixture.system()
  const tenant = await TenantFixture.create(system, 'N4', 'http://127.0.0.1:9')
  const asked: { line: string; path: string; method: 'POST' | 'PUT' | 'PATCH' | 'DELETE'; body: object }[] = []
  for (const placed of restOperations.filter(({ rest }) => !rest.startsWith('GET'))) {
    const input = placed.operation.example.input as object
    const { method, path, body } = requestOf(placed.rest, input as never)
    if (method === 'GET' || body === undefined) continue
    const places: number[] = []
    let count = 0
    await mapTexts(body, async (text) => (places.push(count++), text))
    for (const place of places) {
      for (const bad of ['a\u0000b', 'a\ud800b', '\udc00']) {
        let at = 0
        const changed = (await mapTexts(body, async (text) => (at++ === place ? bad : text))) as object
        asked.push({ line: placed.rest, path, method, body: changed })
      }
    }
  }
  const statuses = await eachOf(asked.length, 4, async (i) => {
    const { method, path, body } = asked[i] as (typeof asked)[number]
    return (await system.call(method, path, { body, key: tenant.keys.all })).status
  })
  const lines = new Set(asked.map(({ line }) => line))
  const strange = asked.filter((_, i) => statuses[i] !== 400).map(({ line }, i) => `${line} ${statuses[i]}`)
  return all(`${asked.length} bodies of ${lines.size} operations: ${asked.length - strange.length} × 400`, {
    [`each is 400 (${[...new Set(strange)].slice(0, 5).join(', ')})`]: strange.length === 0,
  })
}

/** Phones in different forms, and whether they are valid. */
const phones: [input: string, stored: string | null][] = [
  ['+4915112345678', '+4915112345678'],
  ['4915112345678', '+4915112345678'],
  ['+49 151 12345678', '+4915112345678'],
  ['+447700900123', '+447700900123'],
  ['+4915112345678;ext=5', null],
  ['＋４９１５１１２３４５６７８', '+4915112345678'],
  ['+49151\u200b12345678', '+4915112345678'],
  ['+49 (0)151 12345678', '+4915112345678'],
  ['4915112345678.0', '+4915112345678'],
  ['4915112345678.5', null],
  ['+39 06 698 1234', '+39066981234'],
  [`+${'4'.repeat(300)}`, null],
  ['+5215500001234', '+5215500001234'],
  ['+52 55 0000 1234', '+5215500001234'],
  ['+0151123456', null],
  ['+49', null],
  ['tel:+4915112345678', '+4915112345678'],
  ['+1 800 FLOWERS', null],
]

/** N5: one form is stored. */
export async function phoneForms(fixture: ProofFixture): Promise<Outcome> {
  const system = await fixture.system()
  const wrong: string[] = []
  for (const [input, stored] of phones) {
    const answer = await system.call<{ phone?: string }>('POST', contactsPath, { body: { phone: input, upsert: true } })
    const isRight = stored === null ? answer.status === 400 : answer.status < 300 && answer.body.phone === stored
    if (!isRight) wrong.push(`${input.slice(0, 20)}: ${answer.status}`)
  }
  return all(`${phones.length - wrong.length} of ${phones.length} phones taken or refused as said`, {
    [`as said (${wrong.join(', ')})`]: wrong.length === 0,
  })
}

/** N5-twin: a parser that only removes separators. */
export async function separatorsOnly(): Promise<Outcome> {
  const wrong = phones.filter(([input, stored]) => {
    const bare = input.replace(/[ \-().]/g, '')
    return stored !== null && (bare.startsWith('+') ? bare : `+${bare}`) !== stored
  })
  return all(`the twin: ${wrong.length} phones are others`, { 'the twin is caught': wrong.length > 0 })
}
