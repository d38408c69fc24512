import { availableParallelism } from 'node:os'
import { describe, expect, it } from 'vitest'
import { comparisonText } from './comparison.ts'
import { machineOf } from './machine.ts'
import { evaluated, type Measured } from './measurement.ts'

const speeds = (bare: number) => ({ bare, copy: 1_000_000, loop: 500, sync: 1_000 })
const run = { date: '2026-11-27', commit: 'abc', loadBefore: 0 }
const statusOn = (bare: number, measured: Omit<Measured, 'measurement'>, others = 0) =>
  evaluated(
    'accept',
    { measurement: 'figure', ...measured },
    { ...run, machine: machineOf(speeds(bare), speeds(bare), others) },
  )

describe('a missed target', () => {
  const late = { value: 60, unit: 'ms', target: { of: 'value', atMost: 50 } } as const

  it('in milliseconds or per second is not judged on a slow machine', () => {
    expect(statusOn(8_000, late).status).toBe('not met')
    expect(statusOn(2_000, late).status).toBe('slow machine')
    const rate = { value: 1, unit: 'rows/s', target: { of: 'value', atLeast: 2 } } as const
    expect(statusOn(2_000, rate).status).toBe('slow machine')
  })

  it('is not judged while other programs use the machine, unless it counts bytes', () => {
    const ratio = { ...late, baseline: 50, target: { of: 'ratio', atMost: 1.1 } } as const
    expect(statusOn(8_000, ratio, 0.2).status).toBe('not met')
    expect(statusOn(8_000, ratio, 0.5).status).toBe('slow machine')
    expect(statusOn(8_000, { ...late, unit: 'MB' }, 0.5).status).toBe('not met')
  })

  it('of a ratio, of bytes or of a count is missed on any machine', () => {
    expect(statusOn(2_000, { ...late, unit: 'MB' }).status).toBe('not met')
    expect(statusOn(2_000, { ...late, unit: 'commits' }).status).toBe('not met')
    expect(statusOn(2_000, { ...late, baseline: 50, target: { of: 'ratio', atMost: 1.1 } }).status).toBe('not met')
  })

  it('that is met stays met on a slow machine', () => {
    expect(statusOn(2_000, { ...late, value: 50 }).status).toBe('met')
  })
})

describe('the calibration', () => {
  it('gives the CPU of a bare request: all cores, divided by the rate in the same run', () => {
    const { baseline, ratio } = statusOn(4_000, {
      value: 5 * availableParallelism(),
      unit: 'ms',
      baseline: 'bare request',
    })
    expect([baseline, ratio]).toEqual([availableParallelism() / 4, 20])
  })

  it('marks a machine as slow if it was slow before or after, and says how much it changed', () => {
    expect(machineOf(speeds(3_000), speeds(6_000), 0.1)).toEqual({
      ...speeds(4_500),
      drift: 2,
      others: 0.1,
      isSlow: true,
    })
    expect(machineOf(speeds(5_000), speeds(5_000), 0)).toMatchObject({ drift: 1, isSlow: false })
  })
})

describe('a comparison of two versions', () => {
  it('gives the median ratio of the rounds and its spread, by the baselines of each version', () => {
    const pair = (ours: number, theirs: number, baseline?: number) => {
      const side = (value: number) => ({ measurement: 'rate', value, unit: '/s', ...(baseline ? { baseline } : {}) })
      return { ours: side(ours), theirs: { ...side(theirs), ...(baseline ? { baseline: baseline * 2 } : {}) } }
    }
    expect(comparisonText([pair(120, 100), pair(90, 100), pair(110, 100)])).toBe(
      'rate: 110 beside 100 /s, ratio 1.1 (0.9 to 1.2 in 3 rounds)',
    )
    expect(comparisonText([pair(100, 100, 50)])).toBe(
      'rate: 100 beside 100 /s, ratio 2 (2 to 2 in 1 rounds, both by their baselines)',
    )
  })
})
