import { createBodyBudget } from '@posthorn/chassis'
import { fail, fileBytesMax } from '@posthorn/contracts'
import { startHttpServer } from '@posthorn/testkit'
import { beforeAll, describe, expect, it } from 'vitest'
import { addressSet } from '../../access/auth/address.ts'
import { faultBehind, openExchange, sendFault } from '../exchange.ts'
import { useFiles } from './files.fixture.ts'
import { sendFile } from './responders.ts'

const fixture = useFiles()
const deps = { proxies: addressSet([]), bodies: createBodyBudget(8 * 1024 * 1024) }
/** Larger than several chunks of a download. */
const bytes = Buffer.concat([Buffer.from('%PDF-1.7 '), Buffer.from(Array.from({ length: 700_000 }, (_, i) => i % 251))])
const size = bytes.length
let token: string
let path: string
beforeAll(async () => {
  token = (await fixture.tenant()).token
  const stored = await fixture.send('/v1/files', { token, body: bytes, headers: { 'Content-Type': 'application/pdf' } })
  path = `/v1/files/${String(stored.json['id'])}/download`
})

async function download(range: string, { at = path, method = 'GET', ...more }: Record<string, string> = {}) {
  const response = await fetch(`${fixture.url}${at}`, { method, headers: { Token: token, Range: range, ...more } })
  const { status, headers } = response
  return { status, headers, part: headers.get('content-range'), body: Buffer.from(await response.arrayBuffer()) }
}

describe('a download with a range', () => {
  it.each([
    ['bytes=0-', 0, size],
    ['bytes=0-0', 0, 1],
    ['bytes=10-299999', 10, 300_000],
    ['bytes=262143-262144', 262_143, 262_145],
    ['bytes=600000-', 600_000, size],
    ['bytes=699999-999999999', 699_999, size],
    ['bytes=-9', size - 9, size],
    ['bytes=-999999999', 0, size],
  ])('%s is exactly these bytes', async (range, from, to) => {
    for (const at of [path, `/compat${path}`]) {
      const { status, headers, part, body } = await download(range, { at })
      expect([status, part, headers.get('content-length')]).toEqual([
        206,
        `bytes ${from}-${to - 1}/${size}`,
        String(to - from),
      ])
      expect(body.equals(bytes.subarray(from, to))).toBe(true)
    }
  })

  it('counts from the offset, which the rest of the file begins at', async () => {
    const { status, part, body } = await download('bytes=5-9', { at: `${path}?offset=1000` })
    expect([status, part]).toEqual([206, `bytes 5-9/${size - 1000}`])
    expect(body.equals(bytes.subarray(1005, 1010))).toBe(true)
  })

  it.each(['bytes=9-1', 'bytes=0-1,5-6', 'bytes=-', 'bytes=a-b', 'lines=0-1', 'bytes 0-1'])(
    '%s, which no server must understand, is the whole file',
    async (range) => {
      const { status, part, body } = await download(range)
      expect([status, part, body.length]).toEqual([200, null, size])
    },
  )

  it('under a condition, or with HEAD, is about the whole file, and says that ranges are possible', async () => {
    expect((await download('bytes=0-1', { 'If-Range': '"x"' })).body.length).toBe(size)
    const { status, headers } = await download('bytes=0-1', { method: 'HEAD' })
    expect([status, headers.get('content-length'), headers.get('accept-ranges')]).toEqual([200, String(size), 'bytes'])
  })

  it.each([`bytes=${size}-`, 'bytes=-0'])('%s beyond its end is refused with its size', async (range) => {
    const { status, part, body } = await download(range)
    expect([status, part]).toEqual([416, `bytes */${size}`])
    expect(JSON.parse(body.toString())).toMatchObject({ errorCode: 'range:unsatisfiable' })
    expect((await download(range, { at: `/compat${path}` })).part).toBe(`bytes */${size}`)
  })

  it('of a file that cannot be read there is refused without a range', async () => {
    const first = { filename: 'x.pdf', mime: 'application/pdf', size, content: '', next: 262_144 }
    const read = async (from: number) => (from === 0 ? first : fail('service:unavailable'))
    await using server = await startHttpServer((req, res) => {
      const exchange = openExchange(req, res, { config: { PUBLIC_URL: undefined }, deps })
      sendFile(exchange, { offset: 0, read }).catch((err) => sendFault(exchange, faultBehind(err)))
    })
    const { status, headers } = await fetch(server.url, { headers: { Range: 'bytes=-9' } })
    expect([status, headers.get('content-range'), headers.get('accept-ranges')]).toEqual([503, null, null])
  })

  it.each([
    ['bytes=600000-600009', [600_000]],
    ['bytes=0-9', [0]],
    ['bytes=-9', [0, size - 9]],
    ['bytes=300000-', [300_000, 562_144]],
    [`bytes=${size}-`, [size]],
    ['bytes=999999999999999-', [fileBytesMax]],
  ])('%s reads no part but these: %j', async (range, expected) => {
    const parts: number[] = []
    const read = async (from: number) => {
      parts.push(from)
      const next = from + 262_144 < size ? from + 262_144 : null
      const content = bytes.subarray(from, next ?? size).toString('base64')
      return { filename: 'x.pdf', mime: 'application/pdf', size, content, next }
    }
    await using server = await startHttpServer((req, res) => {
      const exchange = openExchange(req, res, { config: { PUBLIC_URL: undefined }, deps })
      sendFile(exchange, { offset: 0, read }).catch(() => res.end())
    })
    await (await fetch(server.url, { headers: { Range: range } })).arrayBuffer()
    expect(parts).toEqual(expected)
  })
})
