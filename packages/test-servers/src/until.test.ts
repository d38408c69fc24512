import { expect, test } from 'vitest'
import { until } from './until.ts'

test('the first truthy value is returned, however the probe answered before', async () => {
  const notYet = () => {
    throw new Error('not yet')
  }
  const answers: (() => unknown)[] = [() => undefined, notYet, () => Promise.resolve(0), () => 'here']
  expect(await until(() => answers.shift()?.())).toBe('here')
  expect(answers).toEqual([])
})

test('a condition that never holds fails with what was waited for and the last answer', async () => {
  const waiting = until(() => [].length, { timeoutMs: 30, describe: 'an event' })
  await expect(waiting).rejects.toThrow('waited 30 ms for an event; the last answer was 0')
})
