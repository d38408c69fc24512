import type { ServerResponse } from 'node:http'
import { fail } from '@posthorn/contracts'

/** Counts the open requests of each key at this gateway. */
export type InFlight = {
  /** Counts one until its answer has ended. Fails when the key has too many. */
  enter(key: string, res: ServerResponse): void
}

/** Makes a counter that allows `limit` open requests of each key. */
export function createInFlight(limit: number): InFlight {
  const counts = new Map<string, number>()
  return {
    enter(key, res) {
      const count = counts.get(key) ?? 0
      if (count >= limit)
        fail('rate:in_flight', {
          message: `A key may have ${limit} requests open at once; wait until some have ended.`,
        })
      counts.set(key, count + 1)
      res.once('close', () => {
        const left = (counts.get(key) ?? 1) - 1
        if (left > 0) counts.set(key, left)
        else counts.delete(key)
      })
    },
  }
}
