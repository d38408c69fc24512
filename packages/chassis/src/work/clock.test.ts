import { until } from '@posthorn/test-servers'
import { describe, expect, it, vi } from 'vitest'
import { createLog } from '../log.ts'
import { startProbe } from '../testing/probe.fixture.ts'
import { clockRound, createClockWatch } from './clock.sql.ts'

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

  it('wakes the loops whose waits it ended, even if it cannot end others', async () => {
    const wake = vi.fn()
    const fails = () => Promise.reject(new Error('broken'))
    const round = clockRound([async () => 1, fails], new Map([['deliver', { wake }]]))
    const db = { transaction: <T>(work: (em: never) => Promise<T>) => work(undefined as never) }
    await expect(round({ db, log: createLog('test', 'silent') })).rejects.toThrow('broken')
    expect(wake).toHaveBeenCalledOnce()
  })

  it('ends what waits until a time of before, once a process sees it or starts', async () => {
    await using probe = await startProbe()
    const { rows } = probe.fixture
    const erasure = (id: string) =>
      rows(
        `insert into erasure_job (workspace_id, id, contact_id, requested_at, sealed, run_at, reported)
         values ('wrk_1', $1, 'con_1', now(), '', now() + interval '1 day', $1 = 'reported')`,
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
