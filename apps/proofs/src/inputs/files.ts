import { existsSync, readdirSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import type { RunningSystem } from '@posthorn/testkit/system'
import { all, type Outcome } from '../check.ts'
import type { ProofFixture } from '../proof.fixture.ts'

const mebibyte = 1024 * 1024
/** A one-pixel PNG. */
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const script = '<script>alert(1)</script>'

type Upload = { bytes: Buffer; type: string; name?: string; length?: number }
type Answer = { status: number; body: { id?: string; filename?: string; errorCode?: string } }

/** Uploads bytes. `length` overrides the declared content length. Status 0 means that the connection was closed. */
function upload(system: RunningSystem, { bytes, type, name, length }: Upload): Promise<Answer> {
  return new Promise((resolve) => {
    const disposition =
      name === undefined ? {} : { 'Content-Disposition': `attachment; filename*=UTF-8''${encodeURIComponent(name)}` }
    const headers = {
      Token: system.account.key,
      'Content-Type': type,
      'Content-Length': length ?? bytes.length,
      ...disposition,
    }
    const call = request(`${system.url}/v1/files`, { method: 'POST', headers, agent: false }, (answer) => {
      let text = ''
      answer.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
      answer.once('end', () =>
        resolve({ status: answer.statusCode ?? 0, body: JSON.parse(text || '{}') as Answer['body'] }),
      )
    })
    call.once('error', () => resolve({ status: 0, body: {} })).once('close', () => resolve({ status: 0, body: {} }))
    call.write(bytes)
    if (length === undefined || length <= bytes.length) call.end()
    // Declares more than it sends, then disconnects.
    else setTimeout(() => call.destroy(), 500)
  })
}

const refusals: Record<string, Upload> = {
  empty: { bytes: Buffer.alloc(0), type: 'image/png' },
  '101 MB': { bytes: Buffer.alloc(101 * mebibyte, 7), type: 'application/pdf' },
  'image over 5 MB': { bytes: Buffer.concat([png, Buffer.alloc(5 * mebibyte)]), type: 'image/png' },
  'sticker over 100 KB': {
    bytes: Buffer.concat([Buffer.from('RIFF\x00\x00\x00\x00WEBPVP8 ', 'latin1'), Buffer.alloc(100 * 1024)]),
    type: 'image/webp',
  },
  'audio over 16 MB': { bytes: Buffer.concat([Buffer.from('OggS'), Buffer.alloc(16 * mebibyte)]), type: 'audio/ogg' },
  'SVG with a script': {
    bytes: Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg">${script}</svg>`),
    type: 'image/svg+xml',
  },
  'HTML as an image': { bytes: Buffer.from(`<!doctype html>${script}`), type: 'image/png' },
  'program as a document': { bytes: Buffer.from('MZ\x00\x01\x02', 'latin1'), type: 'application/pdf' },
  'more announced than sent': { bytes: png, type: 'image/png', length: 10_000 },
}
const names = [
  '../../x.png',
  '..\\..\\x.png',
  '/etc/passwd.png',
  'CON',
  'nul.png',
  'a\tb.png',
  'x'.repeat(240),
  '\u202egnp.exe',
]
const badNames = ['a\0.png', 'x'.repeat(300)]

function filesUnder(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
}

/** N6: no file name becomes a path, no false type is stored, and browsers don't render the files. */
export async function hostileUploads(fixture: ProofFixture): Promise<Outcome> {
  const system = await fixture.freshSystem()
  const folder = join(system.dataDir, 'files')
  const kept: string[] = []
  for (const [name, wanted] of Object.entries(refusals)) {
    const { status } = await upload(system, wanted)
    const isRefused = [400, 413, 415].includes(status) || (status === 0 && wanted.length !== undefined)
    if (!isRefused) kept.push(`${name} ${status}`)
  }
  for (const name of badNames) {
    const { status } = await upload(system, { bytes: png, type: 'image/png', name })
    if (status !== 400) kept.push(`name of ${name.length} ${status}`)
  }
  let harmless = 0
  let made = 0
  for (const [i, name] of ['photo.png', ...names].entries()) {
    // Distinct, valid bytes, so that only the name can be a reason to refuse the file.
    const bytes = i === 0 ? png : Buffer.concat([png, Buffer.from(`image ${i}`)])
    const { status, body } = await upload(system, { bytes, type: 'image/png', name })
    if (status !== 201 && (i === 0 || ![400, 415].includes(status))) kept.push(`name ${i} ${status}`)
    if (status !== 201) continue
    made += 1
    const answer = await fetch(`${system.url}/v1/files/${body.id}/download`, { headers: { Token: system.account.key } })
    const { headers } = answer
    await answer.arrayBuffer()
    const isSafe =
      headers.get('content-disposition')?.startsWith('attachment') === true &&
      headers.get('x-content-type-options') === 'nosniff' &&
      headers.get('content-security-policy')?.includes('sandbox') === true
    harmless += isSafe ? 1 : 0
  }
  const odd = (existsSync(folder) ? filesUnder(folder) : []).filter((path) =>
    names.some((name) => path.includes(name.split(/[\\/]/).at(-1) ?? name)),
  )
  const stored = await fixture.rows('select 1 from messaging.file')
  const asked = Object.keys(refusals).length + badNames.length
  const refused = names.length + 1 - made
  const measured = `${asked - kept.length} of ${asked} refused; of ${names.length} odd names ${refused} refused, ${made - 1} kept; ${harmless} of ${made} downloads an attachment that no browser shows`
  return all(measured, {
    [`refused (${kept.join(', ')})`]: kept.length === 0,
    'odd names kept as text': made > 1,
    'attachment, nosniff, sandbox': harmless === made,
    'no path from a name': odd.length === 0,
    'nothing else kept': stored.length === made,
  })
}
