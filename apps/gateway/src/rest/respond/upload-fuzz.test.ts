import { readdirSync, statSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { until } from '@posthorn/testkit'
import fc from 'fast-check'
import { beforeAll, expect, it } from 'vitest'
import { useFiles } from './files.fixture.ts'

const plenty = '1000000'
const fixture = useFiles({
  RATE_LIMIT_KEY_PER_SECOND: plenty,
  RATE_LIMIT_KEY_BURST: plenty,
  RATE_LIMIT_WORKSPACE_PER_SECOND: plenty,
  RATE_LIMIT_WORKSPACE_BURST: plenty,
})
const { filesDir, spoolDir } = fixture
let token: string
let workspace: string
beforeAll(async () => {
  ;({ token, workspace } = await fixture.tenant())
})

const oddName = fc.oneof(
  fc.constant('file'),
  fc.constant('a.txt'),
  fc.constantFrom(
    'file',
    'filename',
    'mime',
    'expiresAt',
    '__proto__',
    '',
    'mime[x]',
    'file\0',
    '../../x',
    'CON',
    'a"b',
  ),
  fc.string({ unit: 'binary', maxLength: 300 }),
)
const bytes = fc.oneof(
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 2_000 }),
  fc.constantFrom('%PDF-1.7 x', 'GIF89a', 'PK\x03\x04', '<svg><script>', 'MZ\0', 'words', '', '--b', '\r\n--b--\r\n'),
  fc.string({ unit: 'binary', maxLength: 2_000 }),
)
const type = fc.constantFrom(
  'image/jpeg',
  'text/plain',
  'text/html; charset=x',
  'application/octet-stream',
  '',
  ';;',
  'image/svg+xml',
)
const part = fc.record({ name: oddName, filename: fc.option(oddName), type: fc.option(type), bytes })
const boundary = fc.constantFrom('b', 'bb', '', '-', '"', 'b; charset=x')

const said = ({
  name,
  filename,
  type: mime,
  bytes: body,
}: {
  name: string
  filename: string | null
  type: string | null
  bytes: string
}) =>
  `Content-Disposition: form-data; name="${name}"${filename === null ? '' : `; filename="${filename}"`}${
    mime === null ? '' : `\r\nContent-Type: ${mime}`
  }\r\n\r\n${body}\r\n`

/** A form that may have the wrong boundary, be truncated anywhere, or lack its end. */
const form = fc
  .record({ parts: fc.array(part, { maxLength: 4 }), boundary, end: fc.boolean(), cut: fc.option(fc.nat(2_000)) })
  .map(({ parts, end, cut, ...rest }) => {
    const whole = Buffer.from(`${parts.map((each) => `--b\r\n${said(each)}`).join('')}${end ? '--b--\r\n' : ''}`)
    return {
      type: `multipart/form-data; boundary=${rest.boundary}`,
      body: cut === null ? whole : whole.subarray(0, cut),
    }
  })
const raw = fc.record({ type, body: bytes.map((text) => Buffer.from(text)) })
/** Difference between the declared and the actual length. Null means chunked, with a wrong chunk size. */
const lengthError = fc.constantFrom(0, 0, 0, 0, -1, 1, -10, 100, 2 ** 31, null)

/** Sends a raw request. Resolves with the status, or null if the client disconnects first. */
function sendBytes(headers: string, body: Buffer, leave: boolean): Promise<number | null> {
  const { hostname, port } = new URL(fixture.url)
  return new Promise((resolve) => {
    let answer = ''
    const socket = connect(Number(port), hostname, () => {
      socket.write(`POST /v1/files HTTP/1.1\r\nHost: x\r\nToken: ${token}\r\n${headers}\r\nConnection: close\r\n\r\n`)
      if (leave) socket.end(body)
      else socket.write(body)
    })
    socket.on('data', (data) => {
      answer += data.toString('latin1')
      // The gateway keeps a refused request's connection open for seconds, so that the response arrives. This client has it.
      if (answer.includes('\r\n\r\n')) socket.destroy()
    })
    const done = () => resolve(answer === '' ? null : Number(answer.slice('HTTP/1.1 '.length, 12)))
    socket.on('error', () => {}).on('close', done)
  })
}

function announced(body: Buffer, by: number | null): { headers: string; body: Buffer } {
  if (by !== null) return { headers: `Content-Length: ${Math.max(0, body.length + by)}`, body }
  return { headers: 'Transfer-Encoding: chunked', body: Buffer.concat([Buffer.from('fff\r\n'), body]) }
}

it('whatever an upload says of its type, length, name and parts, it is kept whole or refused, and nothing else is left', {
  timeout: 300_000,
}, async () => {
  let kept = 0
  await fc.assert(
    fc.asyncProperty(fc.oneof(form, raw), lengthError, async (upload, by) => {
      const { headers, body } = announced(upload.body, by)
      const status = await sendBytes(`Content-Type: ${upload.type}\r\n${headers}`, body, by === null || by > 0)
      if (status === 201) kept += 1
      expect(status ?? 400).toBeLessThan(500)
    }),
    { numRuns: 1_500, seed: 20_261_121 },
  )
  expect(kept).toBeGreaterThan(10)
  await until(() => readdirSync(spoolDir).length === 0, { describe: 'what was collected to be gone' })
  await until(async () => (await fixture.messaging.rows('select 1 from orphaned_blob')).length === 0)
  const own = join(filesDir, workspace)
  const onDisk = readdirSync(own).map((place) => ({ place, size: statSync(join(own, place)).size }))
  const files = await fixture.messaging.rows<{ place: string; size: number }>('select place, size from file')
  const byPlace = (one: { place: string }, other: { place: string }) => (one.place < other.place ? -1 : 1)
  const distinct = [...new Map(files.map((file) => [file.place, file])).values()]
  expect(onDisk.toSorted(byPlace)).toEqual(distinct.toSorted(byPlace))
  // Bytes beyond the declared length form another, invalid request, which may be refused first.
  expect(files.length).toBeGreaterThanOrEqual(kept)
})
