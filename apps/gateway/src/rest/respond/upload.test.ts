import { existsSync, readdirSync, statSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { until } from '@posthorn/testkit'
import { beforeAll, describe, expect, it } from 'vitest'
import type { TestResponse } from '../../gateway.fixture.ts'
import { useFiles } from './files.fixture.ts'

const fixture = useFiles({ RATE_LIMIT_KEY_BURST: '10000' })
const { filesDir, spoolDir } = fixture
let token: string
let workspace: string
beforeAll(async () => {
  ;({ token, workspace } = await fixture.tenant())
})

const pdf = (size: number, fill = 7) => Buffer.concat([Buffer.from('%PDF-1.7 '), Buffer.alloc(size - 9, fill)])
const jpeg = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.alloc(500, 3)])
const stored = () => {
  const own = join(filesDir, workspace)
  return existsSync(own) ? readdirSync(own) : []
}

type Part = { name: string; text?: string; bytes?: Buffer; filename?: string; type?: string }

function form(parts: Part[], end = '--b--\r\n'): Buffer {
  const chunks = parts.flatMap(({ name, text, bytes, filename, type }) => {
    const named = filename === undefined ? '' : `; filename="${filename}"`
    const typed = type === undefined ? '' : `\r\nContent-Type: ${type}`
    const head = `--b\r\nContent-Disposition: form-data; name="${name}"${named}${typed}\r\n\r\n`
    return [Buffer.from(head), bytes ?? Buffer.from(text ?? ''), Buffer.from('\r\n')]
  })
  return Buffer.concat([...chunks, Buffer.from(end)])
}

function post(body: Buffer, headers: Record<string, string> = {}): Promise<TestResponse> {
  const type = { 'Content-Type': 'multipart/form-data; boundary=b' }
  return fixture.send('/v1/files', { token, body, headers: { ...type, ...headers } })
}

const paths = ({ json }: TestResponse) => (json['errors'] as unknown as { path: string }[]).map(({ path }) => path)

describe('an upload', () => {
  it('as a form is kept with its name, whatever the order of its parts, and for the same bytes again with the name given then', async () => {
    const bytes = pdf(3_000_000)
    const expiresAt = new Date(Date.now() + 86_400_000).toISOString()
    const parts = [
      { name: 'file', bytes, filename: 'Grüße.pdf' },
      { name: 'expiresAt', text: expiresAt },
    ]
    const made = await post(form(parts))
    expect(made.status, made.text).toBe(201)
    const about = { filename: 'Grüße.pdf', mime: 'application/pdf', size: bytes.length, expiresAt }
    expect(made.json).toMatchObject(about)
    const again = await post(form([{ name: 'filename', text: 'other.pdf' }, ...parts.toReversed()]))
    expect([again.status, again.json]).toMatchObject([201, { ...about, filename: 'other.pdf' }])
    expect(again.json['id']).not.toBe(made.json['id'])
    const answer = await fetch(`${fixture.url}/v1/files/${String(made.json['id'])}/download`, {
      headers: { Token: token },
    })
    expect(Buffer.from(await answer.arrayBuffer()).equals(bytes)).toBe(true)
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-disposition': `attachment; filename="Gr??e.pdf"; filename*=UTF-8''Gr%C3%BC%C3%9Fe.pdf`,
      'content-length': String(bytes.length),
      'content-security-policy': "default-src 'none'; sandbox",
      'content-type': 'application/pdf',
      'x-content-type-options': 'nosniff',
    })
    const rest = await fetch(`${answer.url}?offset=2999000`, { headers: { Token: token } })
    expect((await rest.arrayBuffer()).byteLength).toBe(1000)
  })

  it('as a raw body is kept too, with its Idempotency-Key once', async () => {
    const headers = {
      'Content-Type': 'image/jpeg',
      'Content-Disposition': `x; filename="a.jpg"`,
      'Idempotency-Key': 'raw',
    }
    const made = await post(jpeg, headers)
    expect(made.status, made.text).toBe(201)
    expect(made.json).toMatchObject({ filename: 'a.jpg', kind: 'image' })
    const again = await post(jpeg, headers)
    expect([again.status, again.text]).toEqual([201, made.text])
    expect(again.headers.get('idempotent-replayed')).toBe('true')
    expect((await post(Buffer.from('other'), headers)).status).toBe(422)
  })

  it('is passed on as it comes: little of it is anywhere but with its caller and on disk', async () => {
    const megabyte = Buffer.alloc(1024 * 1024, 9)
    const onDisk = () => readdirSync(spoolDir).reduce((size, name) => size + statSync(join(spoolDir, name)).size, 0)
    let most = 0
    async function* body() {
      yield Buffer.from('%PDF-1.7 ')
      for (let sent = 0; sent < 60; sent++) {
        most = Math.max(most, sent - onDisk() / megabyte.length)
        yield megabyte
      }
    }
    const headers = { Token: token, 'Content-Type': 'application/pdf' }
    const request = { method: 'POST', headers, body: body(), duplex: 'half' }
    const answer = await fetch(`${fixture.url}/v1/files`, request as unknown as RequestInit)
    expect(answer.status).toBe(201)
    expect(most).toBeLessThan(20)
  })
})

describe('refused with nothing left behind', () => {
  const file = { name: 'file', bytes: jpeg, filename: 'a.jpg' }
  const named = (filename: string) => form([{ ...file, filename }])
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')
  it.each<[string, Buffer, [status: number, paths?: string[]]]>([
    ['no file', form([{ name: 'filename', text: 'a' }]), [400, ['file']]],
    ['two files', form([file, file]), [400, ['file']]],
    ['a file of another name', form([{ ...file, name: 'upload' }]), [400, ['upload', 'file']]],
    ['a stray file', form([file, { ...file, name: 'other' }]), [400, ['other']]],
    ['an unknown field', form([file, { name: 'nmae', text: 'x' }]), [400, ['nmae']]],
    ['a file without a filename', form([{ name: 'file', text: 'words' }]), [400, ['file', 'file']]],
    ['a path', named('../../x'), [400, ['filename']]],
    ['a path of Windows', named('..\\\\..\\\\x'), [400, ['filename']]],
    ['NUL in the name', named('a\0.png'), [400, ['filename']]],
    ['300 characters', named('x'.repeat(300)), [400, ['filename']]],
    ['the name of a device', named('CON.jpg'), [400, ['filename']]],
    ['a past end', form([file, { name: 'expiresAt', text: '2020-01-01T00:00:00Z' }]), [400, ['expiresAt']]],
    ['nothing in the file', form([{ ...file, bytes: Buffer.alloc(0) }]), [400, ['file']]],
    ['another type than it says', form([{ ...file, type: 'application/pdf' }]), [415]],
    ['SVG with a script', form([{ ...file, bytes: svg, filename: 'a.svg', type: 'image/svg+xml' }]), [415]],
    ['SVG that calls itself text', form([{ ...file, bytes: svg, filename: 'a.txt', type: 'text/plain' }]), [415]],
    ['a program', form([{ ...file, bytes: Buffer.from('MZ\0\x01') }]), [415]],
    ['a form that ends early', form([file], ''), [400]],
    ['a form cut in its file', form([file]).subarray(0, 300), [400]],
    ['a form cut in a field', form([file, { name: 'filename', text: 'abc' }], '').subarray(0, -3), [400]],
    ['other bytes than a form', Buffer.from('hello'), [400]],
    ['nothing but the end', Buffer.from('--b--\r\n'), [400]],
    ['too many fields', form([file, ...Array.from({ length: 60 }, () => ({ name: 'mime', text: 'x' }))]), [400]],
  ])('%s', async (_, body, [status, at]) => {
    const before = stored()
    const answer = await post(body)
    expect(answer.status, answer.text).toBe(status)
    if (at) expect(paths(answer)).toEqual(at)
    expect(stored()).toEqual(before)
    await until(() => readdirSync(spoolDir).length === 0)
  })

  it('forms and bytes of types we do not read, and fields in the query', async () => {
    const body = form([file])
    expect((await post(body, { 'Content-Type': 'multipart/form-data' })).status).toBe(400)
    expect((await post(body, { 'Content-Type': 'multipart/mixed; boundary=b' })).status).toBe(415)
    expect((await post(body, { 'Content-Encoding': 'gzip' })).status).toBe(415)
    expect((await post(jpeg, { 'Content-Type': 'application/pdf' })).status).toBe(415)
    const strayed = await fixture.send('/v1/files?filename=x', {
      token,
      body: jpeg,
      headers: { 'Content-Type': 'image/jpeg' },
    })
    expect(paths(strayed)).toEqual(['filename'])
    const elsewhere = { token, body, headers: { 'Content-Type': 'multipart/form-data; boundary=b' } }
    expect((await fixture.send('/v1/contacts', elsewhere)).status).toBe(415)
    expect(
      (await fixture.send('/v1/files', { ...elsewhere, token: (await fixture.tenant(['read'])).token })).status,
    ).toBe(403)
  })

  it('more than 100 MB, whether announced or not', async () => {
    expect(await sendBytes('Content-Length: 104857601\r\nContent-Type: application/pdf', ['%PDF-'])).toMatch(
      /^HTTP\/1.1 413/,
    )
    const chunk = `${(1024 * 1024).toString(16)}\r\n${'x'.repeat(1024 * 1024)}\r\n`
    const head = 'Transfer-Encoding: chunked\r\nContent-Type: multipart/form-data; boundary=b'
    const begun = '--b\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n'
    const first = `${begun.length.toString(16)}\r\n${begun}\r\n`
    expect(await sendBytes(head, [first, ...Array.from({ length: 101 }, () => chunk)])).toMatch(/^HTTP\/1.1 413/)
    await until(() => readdirSync(spoolDir).length === 0)
  })

  it('an upload that ends with the connection before its Content-Length does, and it says so', async () => {
    const head = 'Content-Length: 5000\r\nContent-Type: image/jpeg'
    const answer = await sendBytes(head, [jpeg.toString('latin1')], { end: true })
    expect(answer).toMatch(/^HTTP\/1.1 400 [^]*as many bytes as Content-Length says/)
    await until(() => readdirSync(spoolDir).length === 0)
  })

  it('an upload whose caller goes away, or whose Content-Length lies', async () => {
    const body = form([file]).toString('latin1')
    const type = 'Content-Type: multipart/form-data; boundary=b'
    await sendBytes(`Content-Length: 5000\r\n${type}`, [body.slice(0, 300)], { leave: true })
    await sendBytes('Content-Length: 5000\r\nContent-Type: image/jpeg', [jpeg.toString('latin1')], { leave: true })
    expect(await sendBytes(`Content-Length: 200\r\n${type}`, [body])).toMatch(/^HTTP\/1.1 400/)
    await until(() => readdirSync(spoolDir).length === 0)
    const [{ count } = { count: '' }] = await fixture.messaging.rows<{ count: string }>(
      'select count(*) from orphaned_blob',
    )
    expect(count).toBe('0')
  })
})

/** Sends a raw request, then ends or breaks the connection if asked. Resolves with all bytes received until the connection closes. */
function sendBytes(headers: string, parts: string[], { leave = false, end = false } = {}): Promise<string> {
  const { hostname, port } = new URL(fixture.url)
  return new Promise((resolve) => {
    let answer = ''
    const socket = connect(Number(port), hostname, async () => {
      socket.write(`POST /v1/files HTTP/1.1\r\nHost: x\r\nToken: ${token}\r\n${headers}\r\n\r\n`)
      for (const part of parts) {
        if (socket.destroyed) return
        await new Promise((written) => socket.write(Buffer.from(part, 'latin1'), written))
      }
      if (end) socket.end()
      if (leave) await until(() => readdirSync(spoolDir).length > 0).then(() => socket.destroy())
    })
    socket.on('data', (data) => {
      answer += data.toString('latin1')
      if (answer.includes('\r\n\r\n')) socket.end()
    })
    socket.on('error', () => {}).on('close', () => resolve(answer))
  })
}
