import { expect, it } from 'vitest'
import { answerDaysOf } from './answer-days.ts'

it('has every day of the range once, with nothing on days without messages', () => {
  const answerMs = { p50: 60_000, p90: 90_000 }
  const days = answerDaysOf({
    from: '2026-11-20T09:30:00.000Z',
    to: '2026-11-23T09:30:00.000Z',
    buckets: [{ from: '2026-11-21T00:00:00.000Z', in: 3, out: 2, answers: 1, answerMs }],
  })
  expect(days.map(({ name, answers }) => [name, answers])).toEqual([
    ['2026-11-20', 0],
    ['2026-11-21', 1],
    ['2026-11-22', 0],
    ['2026-11-23', 0],
  ])
  expect(days[1]).toEqual({ name: '2026-11-21', out: 2, answers: 1, answerMs })
})
