import fc from 'fast-check'
import { expect, it } from 'vitest'
import { resultsOf } from './results.ts'

const people = fc.nat({ max: 1_000 })
const parts = fc.record({
  waiting: people,
  queued: people,
  sent: people,
  delivered: people,
  read: people,
  failed: people,
  canceled: people,
  optedOut: people,
  unsubscribed: people,
})

it('counts each person in every step they came to, and leaves out whom it was kept from', () => {
  fc.assert(
    fc.property(parts, (counts) => {
      const total = Object.values(counts).reduce((sum, count) => sum + count, 0)
      const results = resultsOf({ ...counts, total })
      const [sent, delivered, read, failed] = results.map(({ count }) => count)
      expect([sent, delivered, read]).toEqual([
        counts.sent + counts.delivered + counts.read,
        counts.delivered + counts.read,
        counts.read,
      ])
      const concerned = total - counts.canceled - counts.optedOut - counts.unsubscribed
      expect((sent ?? 0) + (failed ?? 0) + counts.waiting + counts.queued).toBe(concerned)
      for (const { count, share } of results) {
        expect(share).toBe(concerned === 0 ? 0 : count / concerned)
        expect(share).toBeLessThanOrEqual(1)
      }
    }),
  )
})
