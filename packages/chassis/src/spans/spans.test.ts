import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gunzipSync } from 'node:zlib'
import { afterEach, expect, test } from 'vitest'
import { parseConfig } from '../config.ts'
import type { Log } from '../log.ts'
import { stepOf } from '../trace.ts'
import { spanConfig } from './settings.ts'
import { openSpans, type Spans } from './spans.ts'

const parent = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`
const logged: unknown[] = []
const log = { warn: (line: object, msg: string) => logged.push({ ...line, msg }) } as unknown as Log
const open = (env: Record<string, string>) => openSpans(parseConfig(spanConfig, env), { service: 'probe', log })

type SentSpan = {
  name: string
  traceId: string
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

type Sent = { resource: { attributes: { key: string; value: Record<string, unknown> }[] } } & {
  scopeSpans: { spans: SentSpan[] }[]
}

type Collected = { url: string; sent: SentSpan[]; keys: unknown[]; paths: unknown[]; resource: Record<string, unknown> }

async function collect(): Promise<Collected> {
  const sent: SentSpan[] = []
  const [keys, paths]: [unknown[], unknown[]] = [[], []]
  const resource: Record<string, unknown> = {}
  server = createServer((req, res) => {
    const parts: Buffer[] = []
    req.on('data', (bytes: Buffer) => parts.push(bytes))
    req.on('end', () => {
      keys.push(req.headers['x-key'])
      paths.push(req.url)
      const body = Buffer.concat(parts)
      const text = (req.headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body).toString()
      const { resourceSpans } = JSON.parse(text) as { resourceSpans: Sent[] }
      for (const { key, value } of resourceSpans.flatMap((each) => each.resource.attributes))
        resource[key] = Object.values(value)[0]
      sent.push(...resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)))
      res.writeHead(200, { 'content-type': 'application/json' }).end('{}')
    })
  })
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve))
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/otlp/`, sent, keys, paths, resource }
}

test('a step is sent below its parent with its outcome; those below it belong to it', async () => {
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

test('spans name their process, with what the environment says about it', async () => {
  const { url, resource } = await collect()
  const attributes = 'deployment.environment.name=staging,service.version=9.9,team=a%20b'
  const spans = await open({ OTEL_EXPORTER_OTLP_ENDPOINT: url, OTEL_RESOURCE_ATTRIBUTES: attributes })
  spans.begin({ name: 'any', kind: 'server', parent }).end()
  await spans.close()
  expect(resource).toMatchObject({
    'service.namespace': 'posthorn',
    'service.name': 'probe',
    'service.version': '9.9',
    'deployment.environment.name': 'staging',
    team: 'a b',
  })
  expect(resource['service.instance.id']).toMatch(/^[0-9a-f-]{36}$/)
})

test('the address, headers, compression and name for spans come before those for the collector', async () => {
  const { url, sent, keys, paths, resource } = await collect()
  const spans = await open({
    OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1',
    OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: `${url}own/`,
    OTEL_EXPORTER_OTLP_HEADERS: 'x-key=general',
    OTEL_EXPORTER_OTLP_TRACES_HEADERS: 'x-key=own',
    OTEL_EXPORTER_OTLP_COMPRESSION: 'gzip',
    OTEL_SERVICE_NAME: 'renamed',
  })
  spans.begin({ name: 'any', kind: 'server', parent }).end()
  await spans.close()
  expect([sent.length, keys, paths, resource['service.name']]).toEqual([1, ['own'], ['/otlp/own/'], 'renamed'])
})

/** Starts and ends a span and a child in each of `count` new traces. Returns the traces flagged as recorded. */
function beginTraces(spans: Spans, count: number): string[] {
  const steps = Array.from({ length: count }, () => {
    const outer = spans.begin({ name: 'outer', kind: 'server', step: stepOf(undefined) })
    const inner = spans.begin({ name: 'inner', kind: 'client', parent: outer.traceparent })
    inner.end()
    outer.end()
    expect(inner.traceparent?.slice(-2)).toBe(outer.traceparent?.slice(-2))
    return outer.traceparent ?? ''
  })
  return steps.filter((step) => step.endsWith('-01')).map((step) => step.split('-')[1] ?? '')
}

test.each(['traceidratio', 'parentbased_traceidratio'])('%s records whole traces, a share of them', async (sampler) => {
  const { url, sent } = await collect()
  const settings = { OTEL_TRACES_SAMPLER: sampler, OTEL_TRACES_SAMPLER_ARG: '0.3' }
  const spans = await open({ OTEL_EXPORTER_OTLP_ENDPOINT: url, ...settings })
  const recorded = beginTraces(spans, 400)
  await spans.close()
  expect(recorded.length).toBeGreaterThan(40)
  expect(recorded.length).toBeLessThan(250)
  expect(sent.map(({ traceId }) => traceId).toSorted()).toEqual([...recorded, ...recorded].toSorted())
})

test.each([
  ['always_off', 0],
  ['parentbased_always_off', 1],
  ['always_on', 2],
  ['parentbased_always_on', 1],
])('%s, of a trace that its caller records and one that it does not, exports %i', async (sampler, count) => {
  const { url, sent } = await collect()
  const spans = await open({ OTEL_EXPORTER_OTLP_ENDPOINT: url, OTEL_TRACES_SAMPLER: sampler })
  for (const flags of ['01', '00'])
    spans.begin({ name: 'any', kind: 'server', parent: `${parent.slice(0, -2)}${flags}` }).end()
  await spans.close()
  expect(sent).toHaveLength(count)
})

test('spans that are switched off go nowhere, and a form that is not offered is refused at start', async () => {
  const { url, sent } = await collect()
  for (const off of [{ OTEL_SDK_DISABLED: 'true' }, { OTEL_TRACES_EXPORTER: 'none' }]) {
    const spans = await open({ OTEL_EXPORTER_OTLP_ENDPOINT: url, ...off })
    spans.begin({ name: 'any', kind: 'server', parent }).end()
    await spans.close()
  }
  expect(sent).toEqual([])
  expect(() => parseConfig(spanConfig, { OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' })).toThrow(/must be http\/json/)
})
