import { describe, expect, it } from 'vitest'
import { type Twin, twins } from './twins.fixture.ts'
import { runSchedule } from './world.fixture.ts'

const schedules = Number(process.env['EVENT_SCHEDULES'] ?? 200)
const seed = Number(process.env['EVENT_SEED'] ?? 1)
const schedulesOfTwin = 1_000
/** Seeds at which a rare fault first appears, so that earlier seeds can be skipped. */
const firstSeeds: Partial<Record<Twin, number>> = { 'an acknowledgment is taken for a confirmation': 2223 }

const limitMs = 60_000 + schedules * 1_000

it(
  `every event has its effect once, and in order where nothing is lost, in ${schedules} schedules from seed ${seed} on`,
  async () => {
    for (let i = 0; i < schedules; i++) {
      const finding = await runSchedule(seed + i)
      if (finding) expect.fail(`seed ${seed + i}\n${[...finding.faults, '', ...finding.trace].join('\n')}`)
    }
  },
  limitMs,
)

describe('schedules find a fault that is put back', () => {
  it.each(twins)(
    '%s',
    async (twin) => {
      const first = firstSeeds[twin] ?? 0
      for (let i = 0; i < schedulesOfTwin; i++) if (await runSchedule(first + i, twin)) return
      expect.fail(`none of ${schedulesOfTwin} schedules shows it`)
    },
    limitMs,
  )
})
