import type { RunningSystem } from '@posthorn/testkit/system'
import { expect, test } from 'vitest'
import { isBeyond, nameOf, readAlarms, readFigures } from '../alarm-rules.ts'

/** What the alarms go by. */
export function alarms(system: () => RunningSystem): void {
  test('every figure that an alarm goes by is told by a service, and none is beyond its bound while all is well', async () => {
    const { simulator: _, ...urls } = system().run.urls
    const figures = await readFigures(Object.values(urls))
    const told = new Set([...figures.keys()].map(nameOf))
    const rules = readAlarms()
    expect(rules.map(({ figure }) => figure).filter((figure) => !told.has(figure))).toEqual([])
    const disk = rules.filter(({ figure }) => figure !== 'disk_used_ratio')
    expect(disk.filter((alarm) => isBeyond(alarm, figures, figures)).map(({ name }) => name)).toEqual([])
  })
}
