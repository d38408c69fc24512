import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { repositoryRoot } from '@posthorn/testkit/system'

export type Alarm = {
  name: string
  metric: string
  /** True if the limit applies to the increase, not the value. */
  growth: boolean
  above: boolean
  bound: number
  forMs: number
}

export type MetricSamples = ReadonlyMap<string, number>

/** An alarm: its name, its expression and, if it has one, how long the expression must be true. */
const rule = /- alert: (\w+)\n\s+expr: (.+)\n(?:\s+for: (\d+)([smh])\n)?/g
/** The increase of a metric over a time, or its value, compared with a limit. */
const expression = /^(?:increase\((\w+)\[\d+[smh]\]\)|(\w+)) ([<>]) (\d+(?:\.\d+)?)$/
const unitMs = { s: 1_000, m: 60_000, h: 3_600_000 } as const

/** Reads the alarms in `docker/prometheus/alarms.yaml`. @throws if an alarm doesn't compare a single value with a limit. */
export function readAlarms(): Alarm[] {
  const text = readFileSync(join(repositoryRoot, 'docker/prometheus/alarms.yaml'), 'utf8')
  const alarms = [...text.matchAll(rule)].map(([, name = '', expr = '', count, unit]): Alarm => {
    const [, grown, metric = grown, sign, bound] = expression.exec(expr) ?? []
    if (metric === undefined) throw new Error(`${name}: ${expr} is not one figure against one bound`)
    const forMs = count === undefined ? 0 : Number(count) * unitMs[unit as keyof typeof unitMs]
    return { name, metric, growth: grown !== undefined, above: sign === '>', bound: Number(bound), forMs }
  })
  const stated = text.split('- alert:').length - 1
  if (alarms.length !== stated) throw new Error(`${stated} alarms, ${alarms.length} of them understood`)
  return alarms
}

/** Reads the metrics of the processes at these internal addresses. A process that doesn't respond contributes none. */
export async function readMetrics(urls: readonly string[]): Promise<MetricSamples> {
  const stated = urls.map(async (url) => {
    const signal = AbortSignal.timeout(5_000)
    const text = await fetch(`${url}/metrics`, { signal }).then(
      (answer) => answer.text(),
      () => '',
    )
    return text.split('\n').flatMap((line): [string, number][] => {
      const gap = line.lastIndexOf(' ')
      return line === '' || line.startsWith('#') ? [] : [[line.slice(0, gap), Number(line.slice(gap + 1))]]
    })
  })
  return new Map((await Promise.all(stated)).flat())
}

/** Returns the name of the metric, without the labels of the series. */
export function nameOf(series: string): string {
  return series.replace(/\{.*/s, '')
}

/** Returns whether any series is past the limit now. `before` has the values from when the growth window began. */
export function isBeyond({ metric, growth, above, bound }: Alarm, now: MetricSamples, before: MetricSamples): boolean {
  return [...now].some(([series, value]) => {
    if (nameOf(series) !== metric) return false
    const compared = growth ? value - (before.get(series) ?? 0) : value
    return above ? compared > bound : compared < bound
  })
}
