import type { Log } from '../log.ts'
import { stepOf } from '../trace.ts'
import type { Attributes, Beginning, EndedStep, Sample } from './collector.ts'
import type { SpanConfig } from './settings.ts'

export type Step = {
  /** Trace context that child spans get as their parent. Undefined without a trace. */
  traceparent: string | undefined
  /** Ends the span. `error`: code of the failure, whether ours or the called system's. */
  end(ending?: Ending): void
}

/** Values set when a span ends. `name` replaces the initial one. */
export type Ending = { name?: string; attributes?: Attributes; error?: string | undefined }

export type Spans = {
  /** Starts a span. Without a trace, it isn't sent. */
  begin(beginning: Beginning): Step
  /** Sends pending spans, for a few seconds at most. */
  close(): Promise<void>
}

const doNothing = () => {}

const silent: Spans = {
  begin: ({ step, parent }) => ({ traceparent: step ?? parent ?? undefined, end: doNothing }),
  close: async () => {},
}

/** Sends spans to the configured collector. Without one, sends nothing and costs nothing. */
export async function openSpans(config: SpanConfig, { service, log }: { service: string; log: Log }): Promise<Spans> {
  const url = addressOf(config)
  if (url === undefined) return silent
  // Loaded only when used, because they take memory and startup time.
  const { openCollector, openSampler } = await import('./collector.ts')
  const collector = openCollector(config, { url, service, log })
  const sample = openSampler(config)
  return { begin: (beginning) => beginStep(beginning, sample, collector.send), close: collector.close }
}

/** Returns the collector's URL for spans. Undefined if none are to be sent. */
function addressOf(config: SpanConfig): string | undefined {
  if (config.OTEL_SDK_DISABLED === 'true' || config.OTEL_TRACES_EXPORTER === 'none') return undefined
  const { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: tracesUrl, OTEL_EXPORTER_OTLP_ENDPOINT: endpoint } = config
  return tracesUrl ?? (endpoint === undefined ? undefined : `${endpoint}/v1/traces`)
}

/** Begins a span. It isn't sent if it has no trace, or if its flags (`00`) say that the trace isn't recorded. */
function beginStep(beginning: Beginning, sample: Sample, send: (ended: EndedStep) => void): Step {
  const { parent } = beginning
  const own = beginning.step ?? (parent ? stepOf(parent) : undefined)
  if (!own) return { traceparent: undefined, end: doNothing }
  const step = sample(own, parent)
  if (step.endsWith('-00')) return { traceparent: step, end: doNothing }
  const [begunAtMs, begunAt] = [Date.now(), performance.now()]
  return {
    traceparent: step,
    end({ name = beginning.name, attributes, error } = {}) {
      const tookMs = performance.now() - begunAt
      const allAttributes = { ...beginning.attributes, ...attributes }
      send({ ...beginning, name, step, attributes: allAttributes, begunAtMs, tookMs, error })
    },
  }
}
