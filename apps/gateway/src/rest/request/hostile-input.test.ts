import { createServer, type IncomingMessage, request } from 'node:http'
import { allOperations, type RestLine } from '@posthorn/contracts'
import { describe, expect, it, vi } from 'vitest'
import { routeOf } from '../route.ts'
import { weighed } from './body.ts'
import { inputOf } from './input.ts'
import { hasManyParameters, queryDecoder } from './query.ts'
import { openForm, rawBytes } from './upload-form.ts'

const routeTo = (rest: RestLine) => {
  const placed = allOperations().find(({ operation }) => operation.rest === rest)
  if (!placed) throw new Error(`no operation ${rest}`)
  return routeOf({ ...placed, rest }, async () => ({}))
}
const [list, send, batch] = (['GET /v1/messages', 'POST /v1/messages', 'POST /v1/messages/batch'] as const).map(routeTo)
const [contact, validate, segment] = (
  ['POST /v1/contacts', 'POST /v1/phones/validate', 'POST /v1/segments'] as const
).map(routeTo)

const post = (route: typeof send, body: unknown) => () => {
  const bytes = Buffer.from(JSON.stringify(body))
  const headers = { 'content-type': 'application/json', 'content-length': String(bytes.length) }
  const countries = { within: 'DE' }
  return inputOf(route as never, { headers } as IncomingMessage, { parameters: {}, query: '', body: bytes, countries })
}
const times = <T>(n: number, make: (i: number) => T): T[] => Array.from({ length: n }, (_, i) => make(i))
const fieldsOf = (n: number, value: unknown = 1) => Object.fromEntries(times(n, (i) => [`f${i}`, value]))
const query = (n: number, pair: (i: number) => string) => times(n, pair).join('&')

/** Every kind of input that is expensive to refuse, up to the size limit of the body or head. */
const kinds: [name: string, largest: number, make: (n: number) => () => unknown][] = [
  ['names in a query', 4_000, (n) => () => list?.decodeQuery(new URLSearchParams(query(n, String)))],
  ['values of a name', 4_000, (n) => () => list?.decodeQuery(new URLSearchParams(query(n, (i) => `status=${i}`)))],
  [
    'entries of a record in a query',
    4_000,
    (n) => () =>
      queryDecoder(contact?.operation.input.shape ?? {})(new URLSearchParams(query(n, (i) => `fields[${i}]=1`))),
  ],
  ['wrong messages', 1_000, (n) => post(batch, { messages: times(n, () => ({ phone: 'x', deliverAt: 'x', hue: 1 })) })],
  ['empty messages', 1_000, (n) => post(batch, { messages: times(n, () => ({})) })],
  ['messages with unknown fields', 1_000, (n) => post(batch, { messages: times(n, () => fieldsOf(48)) })],
  ['refused messages of a batch', 1_000, (n) => post(batch, { partial: true, messages: times(n, () => fieldsOf(48)) })],
  ['elements over the limit', 48_000, (n) => post(batch, { messages: times(n, () => ({})) })],
  ['phones over the limit', 48_000, (n) => post(validate, { phones: times(n, (i) => `x${i}`) })],
  ['wrong phones', 1_000, (n) => post(validate, { phones: times(n, (i) => `+${i}`.repeat(50)) })],
  ['unknown fields', 48_000, (n) => post(send, fieldsOf(n))],
  ['unknown fields in an object', 48_000, (n) => post(contact, { fields: fieldsOf(n, { a: 1 }) })],
  ['long unknown names', 900, (n) => post(send, Object.fromEntries(times(n, (i) => [`${i}${'x'.repeat(1_000)}`, 1])))],
  ['parts of a filter', 24_000, (n) => post(segment, { name: 'x', filter: { all: times(n, () => ({ tag: 1 })) } })],
  ['a long reaction', 900_000, (n) => post(send, { phone: '+4915112345678', reaction: 'x'.repeat(n) })],
  ['a long message', 900_000, (n) => post(send, { phone: '+4915112345678', message: '{'.repeat(n) })],
  ['a long phone', 900_000, (n) => post(send, { phone: '1 '.repeat(n / 2) })],
  ['a long email', 900_000, (n) => post(contact, { email: 'a@'.repeat(n / 2) })],
  [
    'a long URL',
    900_000,
    (n) => post(send, { phone: '+4915112345678', media: { url: `https://${'a.'.repeat(n / 2)}` } }),
  ],
]

/** Returns the CPU time of the fastest of several runs, to exclude other load on the machine. */
function cpuMs(work: () => unknown): number {
  const rounds = times(3, () => {
    const begun = process.threadCpuUsage()
    try {
      work()
    } catch {}
    const { user, system } = process.threadCpuUsage(begun)
    return (user + system) / 1_000
  })
  return Math.min(...rounds)
}

describe('input that is made to be costly', () => {
  it.each(kinds)('takes twice as long at most when it is twice as large: %s', (_, largest, make) => {
    const [half, whole] = [make(largest / 2), make(largest)].map(cpuMs) as [number, number]
    // The kernel counts CPU time in ticks of a few milliseconds, and a busy machine needs more CPU time for the same work.
    expect(whole).toBeLessThan(half * 2.5 + 50)
    expect(whole).toBeLessThan(250)
  })

  it('has a hundred parameters in a query at most', () => {
    const url = (n: number) => `/v1/messages?${query(n, (i) => `a${i}`)}`
    expect([url(100), url(101), url(4_000), `/v1?${'&'.repeat(100)}`].map(hasManyParameters)).toEqual([
      false,
      true,
      true,
      true,
    ])
  })
})

it('large inputs that arrive together leave turns of the event loop to others', async () => {
  const seen: string[] = []
  const inputs = ['first', 'second', 'third'].map((name) => weighed({}, 100_000, () => seen.push(name)))
  const others = (async () => {
    for (let i = 0; i < 3; i++) {
      await new Promise(setImmediate)
      seen.push('other')
    }
  })()
  await Promise.all([...inputs, others])
  expect(seen).toEqual(['other', 'first', 'other', 'second', 'other', 'third'])
})

it.each<[string, string, (req: IncomingMessage) => Promise<AsyncIterable<Buffer>>]>([
  ['a raw body', 'some', async (req) => rawBytes(req, 1_000)],
  [
    'a form',
    '--b\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\nsome of it',
    async (req) => (await openForm(req, 1_000)).bytes,
  ],
])('an upload that stalls is refused after a minute: %s', async (_, begun, open) => {
  const refused = Promise.withResolvers<unknown>()
  const server = createServer(async (req, res) => {
    try {
      for await (const chunk of await open(req)) setImmediate(() => vi.advanceTimersByTime(chunk.length && 60_000))
      refused.resolve('read')
    } catch (err) {
      refused.resolve(err)
    }
    res.end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const { port } = server.address() as { port: number }
  const headers = { 'Content-Type': 'multipart/form-data; boundary=b' }
  const upload = request({ port, method: 'POST', headers }).on('error', () => {})
  upload.write(begun)
  const message = 'No more of the body arrived for a minute; send it faster.'
  expect(await refused.promise).toMatchObject({ code: 'request:malformed', message })
  vi.useRealTimers()
  upload.destroy()
  server.close()
})
