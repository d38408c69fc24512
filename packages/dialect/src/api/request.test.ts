import { afterEach, describe, expect, it, vi } from 'vitest'
import { readQuery, shapedBody } from './request.ts'

const flag = (query: string) => readQuery(query).flag('sync', 'wait')

describe('a flag of the dialect', () => {
  it.each([
    ['sync=TRUE', true],
    ['sync=1', true],
    ['sync=true&sync=1', true],
    ['wait=0', false],
    ['sync=', undefined],
    ['other=true', undefined],
  ])('%s is %s', (query, value) => {
    expect(flag(query)).toBe(value)
  })

  it.each(['sync=yes', 'sync=2', 'sync=false&sync=true', 'sync=true&sync=no'])('%s is refused', (query) => {
    expect(() => flag(query)).toThrow(expect.objectContaining({ code: 'request:invalid' }))
  })
})

describe('a time of the dialect, wherever this process runs', () => {
  afterEach(() => void vi.unstubAllEnvs())

  it.each([
    ['2026-11-30T10:00:00', '2026-11-30T10:00:00.000Z'],
    ['2026-11-30 10:00', '2026-11-30T10:00:00.000Z'],
    ['2026-11-30T10:00:00.5', '2026-11-30T10:00:00.500Z'],
    ['2026-11-30', '2026-11-30T00:00:00.000Z'],
    ['2026-11-30T10:00:00Z', '2026-11-30T10:00:00.000Z'],
    ['2026-11-30T10:00:00+0100', '2026-11-30T09:00:00.000Z'],
    ['2026-11-30T10:00+01:00', '2026-11-30T09:00:00.000Z'],
  ])('%s is %s', (text, time) => {
    vi.stubEnv('TZ', 'America/New_York')
    expect(readQuery(`after=${text}`).time('after')).toBe(time)
  })
})

it('a query of thousands of names or values is read in time that grows with its length', () => {
  const cpuMs = (query: string) => {
    const begun = process.threadCpuUsage()
    readQuery(query).text('b')
    const { user, system } = process.threadCpuUsage(begun)
    return (user + system) / 1_000
  }
  for (const pair of [(i: number) => `a${i}=1`, () => 'a=1']) {
    const query = (n: number) => Array.from({ length: n }, (_, i) => pair(i)).join('&')
    const [half, whole] = [2_000, 4_000].map((n) => Math.min(cpuMs(query(n)), cpuMs(query(n)), cpuMs(query(n)))) as [
      number,
      number,
    ]
    // The kernel counts CPU time in ticks of a few milliseconds.
    expect(whole).toBeLessThan(half * 2.5 + 50)
  }
})

it.each([
  ['mesage', 'is not a field here; did you mean message?'],
  ['zzzzzz', 'is not a field here; remove it'],
])('a field that is not there is refused with the one that is meant: %s', (path, message) => {
  const shape = { fields: ['phone', 'message'], inert: [], strict: true, selects: false }
  expect(() => shapedBody({ [path]: 'x' }, shape)).toThrow(
    expect.objectContaining({ errors: [{ path, code: 'field:unknown', message }] }),
  )
  expect(() => shapedBody([{ phone: '1' }, { [path]: 'x' }], shape)).toThrow(
    expect.objectContaining({ errors: [{ path: `1.${path}`, code: 'field:unknown', message }] }),
  )
})
