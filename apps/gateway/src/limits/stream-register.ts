import type { ServerResponse } from 'node:http'
import { fail } from '@posthorn/contracts'

/** Counts the open streams, long polls and uploads of each workspace or member, so that none takes all connections. */
export type StreamRegister = {
  /** Counts one until its answer has ended. Fails when this workspace or member has too many. */
  enter(owner: string, res: ServerResponse): void
}

/** Makes an empty register that allows `most` for each. */
export function createStreamRegister(kind: 'workspace' | 'member', most: number): StreamRegister {
  const open = new Map<string, number>()
  const change = (owner: string, by: number) => {
    const count = (open.get(owner) ?? 0) + by
    if (count > 0) open.set(owner, count)
    else open.delete(owner)
  }
  return {
    enter(owner, res) {
      if ((open.get(owner) ?? 0) >= most) {
        const message = `A ${kind} may have ${most} streams, long polls and uploads open at once; close one.`
        fail('rate:limited', { message, retryAfter: 5 })
      }
      change(owner, 1)
      res.once('close', () => change(owner, -1))
    },
  }
}
