import { expect, it } from 'vitest'
import { createClock } from './dispatcher.ts'

const recording = () => {
  const warned: object[] = []
  return { warned, clock: createClock({ warn: (what: object) => warned.push(what) } as never) }
}

it('the clock follows the database, however wrong the one of this machine is, and a wrong one is logged once a minute', () => {
  const { warned, clock } = recording()
  clock.set(Date.now() + 600_000)
  clock.set(Date.now() + 600_000)
  expect(clock.now().getTime() - Date.now()).toBeCloseTo(600_000, -2)
  expect(warned).toHaveLength(1)
  expect(warned[0]).toMatchObject({ skewMs: expect.closeTo(600_000, -2) })
})

it('a clock that is right within two seconds is not logged', () => {
  const { warned, clock } = recording()
  clock.set(Date.now() - 1_900)
  expect(warned).toEqual([])
})
