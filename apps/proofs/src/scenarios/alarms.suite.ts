import { until } from '@posthorn/testkit'
import type { RunningSystem } from '@posthorn/testkit/system'
import { expect, test } from 'vitest'
import { isBeyond, nameOf, readAlarms, readMetrics } from '../operations/alarms.ts'

/** The metrics behind the alarms are reported and stay within their limits. */
export function alarms(system: () => RunningSystem): void {
  test('every metric of an alarm is served by a service, and none is beyond its bound while all is well', async () => {
    const { simulator: _, ...urls } = system().run.urls
    let samples = await readMetrics(Object.values(urls))
    const reported = new Set([...samples.keys()].map(nameOf))
    const rules = readAlarms()
    expect(rules.map(({ metric }) => metric).filter((metric) => !reported.has(metric))).toEqual([])
    const others = rules.filter(({ metric }) => metric !== 'disk_used_ratio')
    const beyond = () => others.filter((alarm) => isBeyond(alarm, samples, samples)).map(({ name }) => name)
    // A busy machine may delay work briefly. Only a lasting delay justifies an alarm.
    const isWell = async () => {
      samples = await readMetrics(Object.values(urls))
      return beyond().length === 0
    }
    await until(isWell).catch(() => {})
    expect(beyond()).toEqual([])
  })
}
