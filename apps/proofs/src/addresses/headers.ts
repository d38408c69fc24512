import { type AddressInfo, createServer } from 'node:net'
import { until } from '@posthorn/testkit'
import { eachOf } from '@posthorn/testkit/system'
import { all, type Outcome } from '../check.ts'
import type { ProofFixture } from '../proof.fixture.ts'

const forbiddenNames = [
  'Host',
  'Content-Length',
  'Transfer-Encoding',
  'Connection',
  'Expect',
  'webhook-signature',
  'Webhook-Id',
  'Cookie',
  'x-forwarded-for',
  'X-Forwarded-Host',
  'Upgrade',
  'TE',
  'Keep-Alive',
  'Proxy-Authorization',
  'CONTENT-TYPE',
  'X Key',
  'X-Key:',
  'X-Key\r\nX-B: 1',
  'X-Këy',
  '',
  'x'.repeat(65),
  '__proto__',
  'X-Real-IP',
  'svix-signature',
  'Range',
  'If-Match',
  'HTTP2-Settings',
  'x-original-url',
  'Webhook-Anything',
  'X-HTTP-Method-Override',
]
const forbiddenValues = [
  'a\rb',
  'a\nb',
  'a\r\nX-Injected: 1',
  'a\0b',
  'a\tb',
  'é',
  '\u007f',
  '日本',
  'x'.repeat(1_025),
  'x'.repeat(10_240),
  '',
]
/** Every printable ASCII character; spaces only inside, because HTTP trims them. */
const printable = Array.from({ length: 94 }, (_, i) => String.fromCharCode(0x21 + i)).join('')

/** Reads one HTTP request as bytes and responds 200. */
async function rawSink(): Promise<AsyncDisposable & { url: string; bytes(): string }> {
  let text = ''
  const server = createServer((socket) => {
    socket.on('error', () => {}).setEncoding('latin1')
    socket.on('data', (chunk: string) => {
      text += chunk
      if (text.includes('\r\n\r\n')) socket.end('HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: close\r\n\r\n')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/raw`,
    bytes: () => text,
    [Symbol.asyncDispose]: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

/** F7: a customer's header can't replace ours, or add another one. */
export async function headerRules(fixture: ProofFixture): Promise<Outcome> {
  const system = await fixture.system()
  const url = 'http://127.0.0.1:9/f7'
  const asked = [
    ...forbiddenNames.map((name) => ({ name, value: 'v' })),
    ...forbiddenValues.map((value) => ({ name: 'X-Key', value })),
  ]
  const answers = await eachOf(asked.length, 4, (i) =>
    system.call('POST', '/v1/webhooks', { body: { url, events: ['message:in'], secretHeader: asked[i] } }),
  )
  const refused = answers.filter(({ status }) => status === 400).length
  const allowed = ['a', `${printable} ${printable}`, 'x'.repeat(1_024)]
  let exact = 0
  for (const value of allowed) {
    await using sink = await rawSink()
    const body = { url: sink.url, events: ['message:in'], secretHeader: { name: 'X-Key', value } }
    const { id } = await system.ok<{ id: string }>('POST', '/v1/webhooks', { body })
    await system.ok('POST', `/v1/webhooks/${id}/test`, { body: {} })
    await until(() => sink.bytes().includes('\r\n\r\n'))
    const head = (sink.bytes().split('\r\n\r\n')[0] ?? '').split('\r\n')
    exact += head.filter((line) => line === `X-Key: ${value}`).length
    await system.ok('DELETE', `/v1/webhooks/${id}`)
  }
  return all(
    `${refused} of ${asked.length} refused; ${exact} of ${allowed.length} allowed values on the wire as given`,
    {
      'each is 400': refused === asked.length,
      'the bytes are those given, once': exact === allowed.length,
    },
  )
}
