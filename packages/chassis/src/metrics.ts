/** Label name → value. Values come from small fixed sets, never from what callers send. */
export type Labels = Readonly<Record<string, string>>

/** A figure that only grows while the process lives. */
export type Counter = { add(by?: number, labels?: Labels): void }

/** A figure that goes up and down. */
export type Gauge = { set(value: number, labels?: Labels): void }

/** The figures of a process. Asking twice for one name gives the same figure. */
export type Metrics = {
  counter(name: string, help: string): Counter
  gauge(name: string, help: string): Gauge
  /** All of them in the text format of Prometheus, version 0.0.4. */
  text(): string
}

/** Content type of `Metrics.text()`. */
export const metricsType = 'text/plain; version=0.0.4; charset=utf-8'

type Series = { type: 'counter' | 'gauge'; help: string; values: Map<string, number> }

const escaped = (text: string) => text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')

function labelled(labels: Labels): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escaped(value)}"`)
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`
}

/** Makes an empty set of figures. A figure without labels begins as 0, so that it is there before anything happened. */
export function createMetrics(): Metrics {
  const all = new Map<string, Series>()
  const seriesOf = (name: string, type: Series['type'], help: string): Series => {
    const known = all.get(name)
    if (known) return known
    const series = { type, help, values: new Map<string, number>() }
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
    text: () =>
      [...all]
        .flatMap(([name, { type, help, values }]) => [
          `# HELP ${name} ${help}`,
          `# TYPE ${name} ${type}`,
          ...(values.size === 0 ? [`${name} 0`] : [...values].map(([labels, value]) => `${name}${labels} ${value}`)),
          '',
        ])
        .join('\n'),
  }
}
