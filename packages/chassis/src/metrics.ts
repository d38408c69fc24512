/** Label name → value. Values come from small fixed sets, never from what callers send. */
export type Labels = Readonly<Record<string, string>>

/** A metric that only grows while the process lives. */
export type Counter = { add(by?: number, labels?: Labels): void }

/** A metric that goes up and down. */
export type Gauge = { set(value: number, labels?: Labels): void }

/** A distribution of durations. */
export type Histogram = { observe(seconds: number, labels?: Labels): void }

/** One value of a gauge that is read for each scrape. */
export type GaugeSample = { name: string; value: number; labels?: Labels }

/** The metrics of a process. A name that is registered twice is one metric. */
export type Metrics = {
  counter(name: string, help: string): Counter
  gauge(name: string, help: string): Gauge
  /** In buckets from 1 ms to 30 s. */
  histogram(name: string, help: string): Histogram
  /**
   * Registers gauges that are read for a scrape, at most once a second; `gauges` has the help of each that `read` may return. What cannot
   * be read in time is left out.
   */
  collect(gauges: Readonly<Record<string, string>>, read: () => Promise<readonly GaugeSample[]>): void
  /** All of them in the text format of Prometheus, version 0.0.4. */
  text(): Promise<string>
}

/** Content type of `Metrics.text()`. */
export const metricsType = 'text/plain; version=0.0.4; charset=utf-8'

type Buckets = { counts: number[]; sum: number; count: number }
type Series = { type: string; help: string; values: Map<string, number>; buckets: Map<string, Buckets> }
type Collector = {
  read: () => Promise<readonly GaugeSample[]>
  readAtMs: number
  running: Promise<readonly GaugeSample[]>
}

const bounds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15, 30]
const keptForMs = 1_000
const readTimeoutMs = 3_000

const escaped = (text: string) => text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')

const labelled = (labels: Labels) =>
  Object.entries(labels)
    .map(([name, value]) => `${name}="${escaped(value)}"`)
    .join(',')

const braced = (...parts: string[]) => {
  const inside = parts.filter((part) => part !== '').join(',')
  return inside === '' ? '' : `{${inside}}`
}

/** Makes an empty set of metrics, each with the labels `always`. A metric without other labels begins as 0, so that it is there before anything happened. */
export function createMetrics(always: Labels = {}): Metrics {
  const all = new Map<string, Series>()
  const collectors: Collector[] = []
  const mark = labelled(always)
  const seriesOf = (name: string, type: string, help: string): Series => {
    const known = all.get(name)
    if (known) return known
    const series = { type, help, values: new Map<string, number>(), buckets: new Map<string, Buckets>() }
    all.set(name, series)
    return series
  }
  return {
    counter(name, help) {
      const { values } = seriesOf(name, 'counter', help)
      return {
        add(by = 1, labels = {}) {
          const key = labelled(labels)
          values.set(key, (values.get(key) ?? 0) + by)
        },
      }
    },
    gauge(name, help) {
      const { values } = seriesOf(name, 'gauge', help)
      return { set: (value, labels = {}) => void values.set(labelled(labels), value) }
    },
    histogram(name, help) {
      const { buckets } = seriesOf(name, 'histogram', help)
      return { observe: (seconds, labels = {}) => observe(buckets, labelled(labels), seconds) }
    },
    collect(gauges, read) {
      for (const [name, help] of Object.entries(gauges)) seriesOf(name, 'read', help)
      collectors.push({ read, readAtMs: Number.NEGATIVE_INFINITY, running: Promise.resolve([]) })
    },
    async text() {
      const samples = (await Promise.all(collectors.map(readOnce))).flat()
      return [...all].flatMap(([name, series]) => linesOf(name, series, { mark, samples })).join('\n')
    },
  }
}

function observe(buckets: Map<string, Buckets>, key: string, seconds: number): void {
  const known = buckets.get(key) ?? { counts: bounds.map(() => 0), sum: 0, count: 0 }
  buckets.set(key, known)
  const place = bounds.findIndex((bound) => seconds <= bound)
  if (place >= 0) known.counts[place] = (known.counts[place] ?? 0) + 1
  known.sum += seconds
  known.count += 1
}

/** Concurrent scrapes share one read. */
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

type TextOptions = { mark: string; samples: readonly GaugeSample[] }

function linesOf(name: string, series: Series, { mark, samples }: TextOptions): string[] {
  const { type, help } = series
  const line = (suffix: string, labels: string[], value: number) =>
    `${name}${suffix}${braced(mark, ...labels)} ${value}`
  const head = [`# HELP ${name} ${help}`, `# TYPE ${name} ${type === 'read' ? 'gauge' : type}`]
  if (type === 'read') {
    const mine = samples.filter((sample) => sample.name === name)
    return [...head, ...mine.map(({ value, labels = {} }) => line('', [labelled(labels)], value)), '']
  }
  if (type === 'histogram') {
    const lines = [...series.buckets].flatMap(([labels, { counts, sum, count }]) => {
      let below = 0
      return [
        ...counts.map((each, i) => line('_bucket', [labels, `le="${bounds[i]}"`], (below += each))),
        line('_bucket', [labels, 'le="+Inf"'], count),
        line('_sum', [labels], sum),
        line('_count', [labels], count),
      ]
    })
    return [...head, ...lines, '']
  }
  const values = series.values.size === 0 ? [['', 0] as const] : [...series.values]
  return [...head, ...values.map(([labels, value]) => line('', [labels], value)), '']
}
