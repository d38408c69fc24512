import { until } from '@posthorn/test-servers'
import { describe, expect, it, vi } from 'vitest'
import { startProbe } from '../testing/probe.fixture.ts'
import { createClockWatch } from './clock.sql.ts'

describe('the clock of Postgres that goes back', () => {
  it('is noticed by more than a minute, however slowly it went forward before', () => {
    vi.useFakeTimers({ toFake: ['performance'] })
    try {
      const isBack = createClockWatch()
      const skewsMs = [0, -50_000, -70_000, -70_000, 0, 30_000, -40_000]
      expect(skewsMs.map((skewMs) => isBack(performance.now() + skewMs))).toEqual([
        false,
        false,
        true,
        false,
        false,
        false,
        true,
      ])
    } finally {
      vi.useRealTimers()
    }
  })

  it('ends what waits until a time of before, once a process sees it or starts', async () => {
    await using probe = await startProbe()
    const { rows } = probe.fixture
    const erasure = (id: string) =>
      rows(
        `insert into erasure_job (workspace_id, id, contact_id, requested_at, sealed, run_at, reported)
         values ('wrk_1', $1, 'con_1', now(), '', now() + interval '1 hour', $1 = 'reported')`,
        [id],
      )
    const due = async () =>
      (await rows<{ id: string }>('select id from erasure_job where run_at <= now()')).map(({ id }) => id)
    await erasure('failed')
    await erasure('reported')
    probe.fixture.bus.nudge('contacts', 'clock')
    await until(async () => (await due()).length === 1)
    expect(await due()).toEqual(['failed'])
    await erasure('failed again')
    await probe.fixture.restart()
    await until(async () => (await due()).length === 2)
  })
})
