import type { ServerResponse } from 'node:http'
import { fail } from '@posthorn/contracts'

/** Counts the requests of each key that are being answered by this gateway. */
export type InFlight = {
  /** Counts one until its answer has ended; refuses it where there are too many. */
  enter(key: string, res: ServerResponse): void
}

/** At most `most` at once for each key. */
export function createInFlight(most: number): InFlight {
  const counts = new Map<string, number>()
  return {
    enter(key, res) {
      const count = counts.get(key) ?? 0
      if (count >= most)
        fail('rate:in_flight', { message: `At most ${most} requests of a key at once; wait for some.` })
      counts.set(key, count + 1)
      res.once('close', () => {
        const left = (counts.get(key) ?? 1) - 1
        if (left > 0) counts.set(key, left)
        else counts.delete(key)
      })
    },
  }
}
