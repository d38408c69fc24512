import { expect, it } from 'vitest'
import { inboxDaysOf } from './inbox-days.ts'

const counts = { in: 3, out: 2, answered: 1, unanswered: 1 }
const nothing = { in: 0, out: 0, answered: 0, unanswered: 0 }

it('shows each day of the range, the last one begun and days without messages too', () => {
  const days = inboxDaysOf({
    from: '2026-11-20T08:00:00.000Z',
    to: '2026-11-22T08:00:00.000Z',
    buckets: [{ from: '2026-11-21T00:00:00.000Z', ...counts }],
  })
  expect(days).toEqual([
    { name: '2026-11-20', ...nothing },
    { name: '2026-11-21', ...counts },
    { name: '2026-11-22', ...nothing },
  ])
  expect(inboxDaysOf({ from: '2026-11-20T00:00:00.000Z', to: '2026-11-21T00:00:00.000Z', buckets: [] })).toHaveLength(1)
})
