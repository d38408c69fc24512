import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { Measurement } from './measurement.ts'
import { newestOf, pageOf, pagePath, readHistory } from './page.ts'
import { scenarios } from './scenarios/index.ts'

const measured = (measurement: string, more: Partial<Measurement>): Measurement => ({
  measurement,
  scenario: 'accept',
  value: 1,
  unit: 'ms',
  baseline: null,
  ratio: null,
  target: null,
  status: null,
  note: null,
  machine: null,
  date: '2026-11-01',
  commit: 'old',
  loadBefore: 0,
  ...more,
})

describe('the page of benchmarks', () => {
  it('is what its list makes', () => {
    expect(readFileSync(pagePath, 'utf8')).toBe(pageOf(readHistory(), scenarios))
  })

  it('shows the newest run of each scenario only, without figures that it no longer has', () => {
    const history = [
      measured('gone', {}),
      measured('kept', { value: 1 }),
      measured('of another scenario', { scenario: 'start' }),
      measured('kept', { value: 2, commit: 'new' }),
    ]
    expect(newestOf(history).map(({ measurement, value }) => [measurement, value])).toEqual([
      ['of another scenario', 1],
      ['kept', 2],
    ])
  })
})
