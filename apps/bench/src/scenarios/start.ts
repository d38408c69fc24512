import { median } from '@posthorn/testkit/system'
import type { Bench, Outcome, Scenario } from '../bench.ts'

export const start: Scenario = {
  name: 'start',
  measures: 'from the command to ready: on an empty data folder, and on one that was used before',
  run: measure,
}

/** Times the start on an empty data folder, and again on it. Uses a user's settings, without those that other scenarios need. */
async function measure(bench: Bench): Promise<Outcome> {
  const [fresh, again]: number[][] = [[], []]
  for (let i = 0; i < bench.size(2, 5); i++) {
    const begun = performance.now()
    await bench.withSystemAs({ split: false }, async (system) => {
      fresh?.push((performance.now() - begun) / 1_000)
      await system.stop()
      const began = performance.now()
      await system.restart()
      again?.push((performance.now() - began) / 1_000)
    })
    bench.say(`${fresh?.at(-1)?.toFixed(1)} s on an empty folder, ${again?.at(-1)?.toFixed(1)} s again`)
  }
  return {
    measurements: [
      {
        measurement: 'start on an empty data folder',
        value: median(fresh ?? []),
        unit: 's',
        target: { of: 'value', atMost: 20 },
        note: 'dependencies are installed',
      },
      { measurement: 'start again', value: median(again ?? []), unit: 's', target: { of: 'value', atMost: 3 } },
    ],
  }
}
