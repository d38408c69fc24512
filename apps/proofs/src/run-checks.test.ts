import { once } from 'node:events'
import { describe, expect, it } from 'vitest'
import type { Check, Outcome, ProofFixture } from './proof.ts'
import { runChecks } from './run-checks.ts'

async function outcomes(checks: readonly Check[], limitMs: number): Promise<Record<string, Outcome>> {
  const ended: Record<string, Outcome> = {}
  const run = runChecks(checks, {
    limitMs,
    tests: () => ({ passed: true, measured: '' }),
    say() {},
    onBegin() {},
    onEnd({ check, outcome }) {
      ended[check.id] = outcome
    },
  })
  await run.done
  return ended
}

const about = { promise: 'none', expected: 'none' }

describe('a check that is late', () => {
  it('does not hold, gets no other system, and has ended before the next one begins', async () => {
    const events: string[] = []
    const late: Check = {
      ...about,
      id: 'X1',
      async run(fixture) {
        await once(fixture.stopSignal, 'abort')
        await fixture.system().catch((error: Error) => events.push(error.message))
        return { passed: true, measured: 'too late to count' }
      },
    }
    const next: Check = {
      ...about,
      id: 'X2',
      async run(fixture) {
        events.push(`next: ${fixture.stopSignal.aborted}`)
        return { passed: true, measured: 'done' }
      },
    }
    expect(await outcomes([late, next], 20)).toMatchObject({
      X1: { passed: false, measured: 'not done after 0.02 s' },
      X2: { passed: true, measured: 'done' },
    })
    expect(events).toEqual(['the check is over', 'next: false'])
  })

  it('is one that takes longer than its limit; others keep their outcome, failures too', async () => {
    const failing: Check = { ...about, id: 'X1', run: () => Promise.reject(new Error('nothing answered')) }
    expect(await outcomes([failing], 60_000)).toEqual({ X1: { passed: false, measured: 'failed: nothing answered' } })
  })
})

describe('a check that fails', () => {
  it('leaves its system to none of the next ones, whatever it still runs', async () => {
    const fixtures: ProofFixture[] = []
    const check = (id: string, passed: boolean): Check => ({
      ...about,
      id,
      run: async (fixture) => {
        fixtures.push(fixture)
        return { passed, measured: 'done' }
      },
    })
    await outcomes([check('X1', false), check('X2', true), check('X3', true)], 60_000)
    const [failed, next, last] = fixtures
    expect([failed?.stopSignal.aborted, next?.stopSignal.aborted]).toEqual([true, false])
    expect(next).not.toBe(failed)
    expect(last).toBe(next)
  })
})
