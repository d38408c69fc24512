import { request } from 'node:http'
import { residentMb } from '@posthorn/embedded'
import { startHttpServer } from '@posthorn/testkit'
import { eachOf, phoneOf } from '@posthorn/testkit/system'
import { all, type Outcome, type ProofFixture } from '../proof.ts'
import { requestOf, restOperations } from '../scenarios/contract/requests.ts'
import { mapTexts, TenantFixture } from '../scenarios/contract/tenant.fixture.ts'

const contactsPath = '/v1/contacts'
const mebibyte = 1024 * 1024
const boundMs = 50

type Api = { url: string; key: string }
type Sent = { status: number; tookMs: number }

/** Posts bytes over a new connection. `type`: the content type; none if left out. */
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
    // After a refusal, the client may lose the connection while it is still sending. The status is 0 only if there was no response.
    call.once('timeout', () => call.destroy()).on('error', () => settle(0))
    call.end(bytes)
  })
}

const json = 'application/json'
const phone = phoneOf(70_000)
/** Returns an object with a million members as JSON. */
const members = () => JSON.stringify(Object.fromEntries(Array.from({ length: 1_000_000 }, (_, i) => [`k${i}`, 1])))

/** Bodies that are expensive to parse, or that break or deceive parsers, with their content types. */
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

/** Posts each body three times. Returns the bodies whose response was late or not a refusal. */
async function evaluated(api: Api): Promise<{ slow: string[]; wrong: string[]; worstMs: number; count: number }> {
  await postBytes(api, '{}', json)
  const found = { slow: [] as string[], wrong: [] as string[], worstMs: 0, count: 0 }
  for (const [name, [body, type]] of Object.entries(bodies())) {
    const tries: Sent[] = []
    // Takes the best of three tries, to filter out other work on the machine.
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

/** N2: each body is refused quickly, and the gateway's memory stays stable. */
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

/** N-twin: an endpoint that reads and parses any body, of any size and type, before it looks at a field. */
export async function laxReader(): Promise<Outcome> {
  await using server = await startHttpServer((req, res) => {
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
  const { slow, wrong } = await evaluated({ url: server.url, key: 'x' })
  return all(`the twin: ${wrong.length} wrong, ${slow.length} slow`, {
    'the twin is caught': wrong.length + slow.length > 0,
  })
}

/** N4: characters that Postgres and other parsers reject, in every string of every body. */
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
  const strange = asked.flatMap(({ line }, i) => (statuses[i] === 400 ? [] : [`${line} ${statuses[i]}`]))
  return all(`${asked.length} bodies of ${lines.size} operations: ${asked.length - strange.length} × 400`, {
    [`each is 400 (${[...new Set(strange)].slice(0, 5).join(', ')})`]: strange.length === 0,
  })
}
