import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { type HrTime, ROOT_CONTEXT, type SpanContext, SpanKind, SpanStatusCode } from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { type Resource, resourceFromAttributes } from '@opentelemetry/resources'
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  type ReadableSpan,
  type Sampler,
  SamplingDecision,
  type SpanExporter,
  TraceIdRatioBasedSampler,
} from '@opentelemetry/sdk-trace'
import type { Log } from '../log.ts'
import { traceOf } from '../trace.ts'
import { version } from '../version.ts'
import { readPairs, type SpanConfig } from './settings.ts'

/** Attributes of a span: ids, and words from fixed sets. Never a phone number, message text, or receiver's address. */
export type Attributes = Record<string, string | number>

export type Beginning = {
  /** One name from a fixed set, such as `POST /v1/messages`, `messages.send` or `publish message:out`. */
  name: string
  kind: 'server' | 'client' | 'producer' | 'consumer'
  parent?: string | null | undefined
  /** The span's own trace context, if it needs one even when no span is sent. */
  step?: string | null | undefined
  attributes?: Attributes
}

/** An ended span, with times from `Date.now()`. */
export type EndedStep = Beginning & { step: string; begunAtMs: number; tookMs: number; error: string | undefined }

/** Describes this process in its spans. `OTEL_RESOURCE_ATTRIBUTES` overrides the defaults, and `OTEL_SERVICE_NAME` the name in both. */
export function resourceOf(config: SpanConfig, service: string): Resource {
  const given = readPairs(config.OTEL_RESOURCE_ATTRIBUTES)
  return resourceFromAttributes({
    'service.namespace': 'posthorn',
    'service.version': version,
    'service.instance.id': randomUUID(),
    'host.name': hostname(),
    'process.pid': process.pid,
    ...given,
    'service.name': config.OTEL_SERVICE_NAME ?? given['service.name'] ?? service,
  })
}

const kinds = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  producer: SpanKind.PRODUCER,
  consumer: SpanKind.CONSUMER,
}

type Exporting = NonNullable<ConstructorParameters<typeof OTLPTraceExporter>[0]>

/** Sends spans to an OpenTelemetry collector in batches, as OTLP JSON over HTTP. Rejected spans are dropped and logged. */
export function openCollector(
  config: SpanConfig,
  { url, service, log }: { url: string; service: string; log: Log },
): { send(ended: EndedStep): void; close(): Promise<void> } {
  const timeoutMillis = config.OTEL_EXPORTER_OTLP_TIMEOUT
  const compression = config.OTEL_EXPORTER_OTLP_COMPRESSION as NonNullable<Exporting['compression']>
  const headers = {
    ...readPairs(config.OTEL_EXPORTER_OTLP_HEADERS),
    ...readPairs(config.OTEL_EXPORTER_OTLP_TRACES_HEADERS),
  }
  const processor = new BatchSpanProcessor({
    exporter: logged(new OTLPTraceExporter({ url, headers, timeoutMillis, compression }), log),
    scheduledDelayMillis: config.OTEL_BSP_SCHEDULE_DELAY,
    maxQueueSize: config.OTEL_BSP_MAX_QUEUE_SIZE,
    maxExportBatchSize: Math.min(config.OTEL_BSP_MAX_EXPORT_BATCH_SIZE, config.OTEL_BSP_MAX_QUEUE_SIZE),
    exportTimeoutMillis: timeoutMillis * 2,
  })
  const resource = resourceOf(config, service)
  return {
    send: (ended) => processor.onEnd(spanOf(ended, resource)),
    close: () => processor.shutdown().catch(() => {}),
  }
}

/** Makes an exporter log how many spans it couldn't send: by itself, it tells only its caller. */
const logged = (exporter: SpanExporter, log: Log): SpanExporter => ({
  export: (spans, done) =>
    exporter.export(spans, (result) => {
      if (result.error) log.warn({ spans: spans.length, err: result.error }, 'spans.not_exported')
      done(result)
    }),
  shutdown: () => exporter.shutdown(),
})

/** Returns an ended span in the exporter's form. A parent from another trace is left out. */
function spanOf(ended: EndedStep, resource: Resource): ReadableSpan {
  const { name, kind, step, parent, begunAtMs, tookMs, attributes = {}, error } = ended
  const own = contextOf(step)
  return {
    name,
    kind: kinds[kind],
    spanContext: () => own,
    ...(parent && traceOf(parent) === own.traceId
      ? { parentSpanContext: { ...contextOf(parent), isRemote: true } }
      : {}),
    startTime: hrTime(begunAtMs),
    endTime: hrTime(begunAtMs + tookMs),
    duration: hrTime(tookMs),
    status: error === undefined ? { code: SpanStatusCode.UNSET } : { code: SpanStatusCode.ERROR, message: error },
    attributes: error === undefined ? attributes : { ...attributes, 'error.type': error },
    links: [],
    events: [],
    ended: true,
    resource,
    instrumentationScope: { name: 'posthorn' },
    droppedAttributesCount: 0,
    droppedEventsCount: 0,
    droppedLinksCount: 0,
  }
}

/** Parses a W3C trace context: `<version>-<trace id>-<span id>-<flags>`. */
function contextOf(traceparent: string): SpanContext {
  const [, traceId = '', spanId = '', flags = '00'] = traceparent.split('-')
  return { traceId, spanId, traceFlags: Number.parseInt(flags, 16) }
}

/** Returns a time as whole seconds and nanoseconds. */
const hrTime = (ms: number): HrTime => [Math.floor(ms / 1_000), Math.round((ms % 1_000) * 1_000_000)]

/** Returns a span's trace context with the flag that says whether its trace is recorded. */
export type Sample = (step: string, parent: string | null | undefined) => string

/** Creates the configured sampler, which decides for each trace. If it is `parentbased`, a parent's decision applies instead. */
export function openSampler({ OTEL_TRACES_SAMPLER: name, OTEL_TRACES_SAMPLER_ARG: share }: SpanConfig): Sample {
  const followsParent = name.startsWith('parentbased_')
  const sampler = samplerOf(name.replace('parentbased_', ''), share)
  return (step, parent) => {
    if (parent && followsParent) return step
    const [, traceId = ''] = step.split('-')
    const { decision } = sampler.shouldSample(ROOT_CONTEXT, traceId, '', SpanKind.INTERNAL, {}, [])
    return `${step.slice(0, -2)}${decision === SamplingDecision.RECORD_AND_SAMPLED ? '01' : '00'}`
  }
}

/** Returns the sampler with OpenTelemetry's name. `share`: the share of traces to record, if the name asks for one. */
function samplerOf(name: string, share: number): Sampler {
  if (name === 'always_on') return new AlwaysOnSampler()
  return name === 'always_off' ? new AlwaysOffSampler() : new TraceIdRatioBasedSampler(share)
}
