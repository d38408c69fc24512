import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { type ChassisConfig, chassisConfig, parseConfig } from '../config.ts'
import type { Log } from '../log.ts'
import { openSpans } from './spans.ts'

const { OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_EXPORTER_OTLP_HEADERS } = chassisConfig
const parent = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`
const logged: unknown[] = []
const log = { warn: (line: object, msg: string) => logged.push({ ...line, msg }) } as unknown as Log
const open = (env: Record<string, string>) => {
  const config = parseConfig({ OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_EXPORTER_OTLP_HEADERS }, env) as ChassisConfig
  return openSpans(config, { service: 'probe', log })
}

type SentSpan = {
  name: string
  parentSpanId?: string
  startTimeUnixNano: string
  endTimeUnixNano: string
  status: { code: number }
}

let server: Server | undefined
afterEach(() => {
  server?.close()
  server?.closeAllConnections()
  logged.length = 0
})

async function collect(): Promise<{ url: string; sent: SentSpan[]; keys: unknown[] }> {
  const sent: SentSpan[] = []
  const keys: unknown[] = []
  server = createServer((req, res) => {
    let body = ''
    req.on('data', (bytes: Buffer) => (body += bytes.toString()))
    req.on('end', () => {
      keys.push(req.headers['x-key'])
      const { resourceSpans } = JSON.parse(body) as { resourceSpans: { scopeSpans: { spans: SentSpan[] }[] }[] }
      sent.push(...resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)))
      res.writeHead(200, { 'content-type': 'application/json' }).end('{}')
    })
  })
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve))
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/otlp/`, sent, keys }
}

test('a step is sent below its parent, with what became of it; those below it belong to it', async () => {
  const { url, sent, keys } = await collect()
  const spans = await open({ OTEL_EXPORTER_OTLP_ENDPOINT: url, OTEL_EXPORTER_OTLP_HEADERS: 'X-Key=a%20b' })
  const step = spans.begin({ name: 'outer', kind: 'server', parent })
  spans.begin({ name: 'inner', kind: 'client', parent: step.traceparent }).end({ error: 'peer:away' })
  step.end({ name: 'renamed' })
  await spans.close()
  const [inner, outer] = sent
  expect(outer).toMatchObject({ name: 'renamed', parentSpanId: 'b'.repeat(16), status: { code: 0 } })
  expect(inner).toMatchObject({ name: 'inner', status: { code: 2, message: 'peer:away' } })
  expect(step.traceparent).toContain(`${'a'.repeat(32)}-${inner?.parentSpanId}`)
  expect(BigInt(outer?.endTimeUnixNano ?? 0) >= BigInt(outer?.startTimeUnixNano ?? 1)).toBe(true)
  expect(keys).toEqual(['a b'])
})

test('what belongs to no trace, or to one that its caller does not record, is not sent', async () => {
  const { url, sent } = await collect()
  const spans = await open({ OTEL_EXPORTER_OTLP_ENDPOINT: url })
  spans.begin({ name: 'alone', kind: 'producer' }).end()
  spans.begin({ name: 'unrecorded', kind: 'producer', parent: parent.replace(/01$/, '00') }).end()
  await spans.close()
  expect(sent).toEqual([])
})

test('without a collector a step hands its parent on', async () => {
  const spans = await open({})
  expect(spans.begin({ name: 'any', kind: 'server', parent }).traceparent).toBe(parent)
})

test('a collector that is away is logged, and holds up no end for long', async () => {
  const { url } = await collect()
  await new Promise((resolve) => server?.close(resolve))
  const spans = await open({ OTEL_EXPORTER_OTLP_ENDPOINT: url })
  spans.begin({ name: 'lost', kind: 'server', parent }).end()
  await spans.close()
  expect(logged).toEqual([expect.objectContaining({ spans: 1, msg: 'spans.not_exported' })])
})
