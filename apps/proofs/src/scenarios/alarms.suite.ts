import type { RunningSystem } from '@posthorn/testkit/system'
import { expect, test } from 'vitest'
import { isBeyond, nameOf, readAlarms, readMetrics } from '../alarm-rules.ts'

/** The metrics of the alarms. */
export function alarms(system: () => RunningSystem): void {
  test('every metric of an alarm is served by a service, and none is beyond its bound while all is well', async () => {
    const { simulator: _, ...urls } = system().run.urls
    const samples = await readMetrics(Object.values(urls))
    const reported = new Set([...samples.keys()].map(nameOf))
    const rules = readAlarms()
    expect(rules.map(({ metric }) => metric).filter((metric) => !reported.has(metric))).toEqual([])
    const disk = rules.filter(({ metric }) => metric !== 'disk_used_ratio')
    expect(disk.filter((alarm) => isBeyond(alarm, samples, samples)).map(({ name }) => name)).toEqual([])
  })
}
