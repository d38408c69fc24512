import * as prometheus from 'prom-client'

/** Label values by name. They come from small fixed sets, never from callers. */
export type Labels<L extends string = string> = Readonly<Record<L, string>>

type Labeled<L extends string, V extends number> = [L] extends [never] ? [value: V] : [value: V, labels: Labels<L>]

export type Counter<L extends string = never> = {
  add(...args: [L] extends [never] ? [by?: number] : Labeled<L, number>): void
}

type Gauge<L extends string = never> = { set(...args: Labeled<L, number>): void }

export type Histogram<L extends string = never> = { observe(...args: Labeled<L, number>): void }

export type GaugeSample = { name: string; value: number; labels?: Labels }

export type Descriptions = Readonly<Record<string, string | readonly [help: string, ...labels: string[]]>>

/** Metrics of a process. Registering a name twice returns the same metric. */
export type Metrics = {
  counter<const L extends string = never>(name: string, help: string, labels?: readonly L[]): Counter<L>
  gauge<const L extends string = never>(name: string, help: string, labels?: readonly L[]): Gauge<L>
  /** Buckets range from 1 ms to 30 s. */
  histogram<const L extends string = never>(name: string, help: string, labels?: readonly L[]): Histogram<L>
  /**
   * Registers gauges that are read when scraped, at most once a second. `descriptions` lists everything that `read` may return. Values that
   * can't be read in time are omitted.
   */
  collect(descriptions: Descriptions, read: () => Promise<readonly GaugeSample[]>): void
  /** Returns all metrics in the Prometheus text format, version 0.0.4. */
  text(): Promise<string>
}

export const metricsType: string = prometheus.prometheusContentType

type Collector = {
  read: () => Promise<readonly GaugeSample[]>
  readAtMs: number
  running: Promise<readonly GaugeSample[]>
}

const buckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15, 30]
const keptForMs = 1_000
const readTimeoutMs = 3_000

/** Creates an empty set of metrics, all with the labels `always`. Each has its own registry, so that services can share a process. */
export function createMetrics(always: Labels = {}): Metrics {
  const registry = new prometheus.Registry()
  registry.setDefaultLabels(always)
  const registers = [registry]
  const collectors: Collector[] = []
  const gauges = createGauges(registry)
  const known = <M>(name: string, create: () => M): M => (registry.getSingleMetric(name) as M | undefined) ?? create()
  return {
    counter(name, help, labelNames = []) {
      const counter = known(name, () => new prometheus.Counter<string>({ name, help, labelNames, registers }))
      return { add: (by: number = 1, labels: Labels = {}) => counter.inc(labels, by) }
    },
    gauge(name, help, labelNames = []) {
      const gauge = known(name, () => new prometheus.Gauge<string>({ name, help, labelNames, registers }))
      return { set: (value: number, labels: Labels = {}) => gauge.set(labels, value) }
    },
    histogram(name, help, labelNames = []) {
      const histogram = known(
        name,
        () => new prometheus.Histogram<string>({ name, help, labelNames, buckets, registers }),
      )
      return { observe: (seconds: number, labels: Labels = {}) => histogram.observe(labels, seconds) }
    },
    collect(descriptions, read) {
      gauges.register(descriptions)
      collectors.push({ read, readAtMs: Number.NEGATIVE_INFINITY, running: Promise.resolve([]) })
    },
    async text() {
      gauges.show((await Promise.all(collectors.map(readOnce))).flat())
      return registry.metrics()
    },
  }
}

/** Creates gauges that contain only the values last read. Otherwise, what can no longer be read would keep its last value forever. */
function createGauges(registry: prometheus.Registry) {
  const gauges = new Map<string, prometheus.Gauge>()
  let shown: readonly GaugeSample[] = []
  return {
    register(descriptions: Descriptions): void {
      for (const [name, description] of Object.entries(descriptions)) {
        if (gauges.has(name)) continue
        const [help, ...labelNames] = typeof description === 'string' ? [description] : description
        const gauge = new prometheus.Gauge({ name, help, labelNames, registers: [registry] })
        // A gauge without labels starts at 0, which was never measured.
        gauge.remove({})
        gauges.set(name, gauge)
      }
    },
    show(samples: readonly GaugeSample[]): void {
      for (const { name, labels = {} } of shown) gauges.get(name)?.remove(labels)
      for (const { name, value, labels = {} } of samples) gauges.get(name)?.set(labels, value)
      shown = samples
    },
  }
}

/** Reads a collector at most once a second, which concurrent scrapes share. A read that fails or takes too long returns nothing. */
function readOnce(collector: Collector): Promise<readonly GaugeSample[]> {
  const nowMs = performance.now()
  if (nowMs - collector.readAtMs < keptForMs) return collector.running
  collector.readAtMs = nowMs
  const { promise: late, resolve } = Promise.withResolvers<readonly GaugeSample[]>()
  const timer = setTimeout(() => resolve([]), readTimeoutMs).unref()
  const sample = collector.read().catch(() => [])
  collector.running = Promise.race([sample, late]).finally(() => clearTimeout(timer))
  return collector.running
}

export type LeaseCounters = { expired: Counter; lost: Counter }

/** Creates the lease counters, which are the same in every service with leases. */
export const leaseCounters = (metrics: Metrics): LeaseCounters => ({
  expired: metrics.counter('lease_expired_total', 'Leases whose holder did not end its work in time'),
  lost: metrics.counter('lease_lost_total', 'Results that changed nothing, since the lease was no longer held'),
})
