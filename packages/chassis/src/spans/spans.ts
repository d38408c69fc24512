import type { ChassisConfig } from '../config.ts'
import type { Log } from '../log.ts'
import { stepOf } from '../trace.ts'
import type { Attributes, Beginning, EndedStep } from './step.ts'

/** A step under way. */
export type Step = {
  /** Parent of the steps below it: its own trace context, or its parent's where it is not sent. */
  traceparent: string | undefined
  /** Ends it. `error`: the code of what failed on our side, or of the other that was called. */
  end(ending?: Ending): void
}

/** Facts about a step when it ends; `name` in place of the one it began with. */
export type Ending = { name?: string; attributes?: Attributes; error?: string | undefined }

/** Receiver of the steps of messages on their way. */
export type Spans = {
  /** Begins a step; one that belongs to no trace is not sent. */
  begin(beginning: Beginning): Step
  /** Sends what has not been sent yet, for at most some seconds. */
  close(): Promise<void>
}

const doNothing = () => {}

/** Sends nothing. */
const silent: Spans = {
  begin: ({ step, parent }) => ({ traceparent: step ?? parent ?? undefined, end: doNothing }),
  close: async () => {},
}

/** Sends steps to the collector of the settings; to nobody, at no cost, where they name none. */
export async function openSpans(
  config: ChassisConfig,
  { service, log }: { service: string; log: Log },
): Promise<Spans> {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_EXPORTER_OTLP_HEADERS: headers = '' } = config
  if (endpoint === undefined) return silent
  // Loaded only where it is used: it takes memory and time at the start.
  const { openCollector } = await import('./collector.ts')
  const collector = openCollector({ endpoint, headers: headersOf(headers), service, log })
  return { begin: (beginning) => beginStep(beginning, collector.send), close: collector.close }
}

function headersOf(list: string): Record<string, string> {
  const pairs = list.split(',').filter((pair) => pair !== '')
  const parts = pairs.map((pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)] as const)
  return Object.fromEntries(parts.map(([name, value]) => [name, decodeURIComponent(value)]))
}

function beginStep(beginning: Beginning, send: (ended: EndedStep) => void): Step {
  const { parent, step = parent ? stepOf(parent) : undefined } = beginning
  if (!step) return { traceparent: undefined, end: doNothing }
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
