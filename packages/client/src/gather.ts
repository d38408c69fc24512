import type { TRPCLink } from '@trpc/client'
import type { AnyTRPCRouter } from '@trpc/server'
import { observable } from '@trpc/server/observable'

type Call = { begin(ended: () => void): void }

/** Requests with such calls that are on their way at once: one is answered while the next is gathered and read. */
const requestsMax = 2

/**
 * Calls that their service does together anyway wait for each other instead of travelling one by one: those that come while two requests
 * are on their way share the next. No timer, so a call that is alone never waits.
 */
export function gatherLink<R extends AnyTRPCRouter>(opts: {
  isGathered: (path: string) => boolean
  callsPerRequestMax: number
}): TRPCLink<R> {
  return () => {
    let requests = 0
    let waiting: Call[] = []
    const request = (calls: Call[]) => {
      let left = calls.length
      requests += 1
      const ended = () => {
        left -= 1
        if (left > 0) return
        requests -= 1
        pump()
      }
      for (const call of calls) call.begin(ended)
    }
    const pump = () => {
      while (requests < requestsMax && waiting.length > 0) request(waiting.splice(0, opts.callsPerRequestMax))
    }
    return ({ op, next }) => {
      if (!opts.isGathered(op.path)) return next(op)
      return observable((observer) => {
        let leave = () => {
          waiting = waiting.filter((other) => other !== call)
        }
        const call: Call = {
          begin(ended) {
            const subscription = next(op).subscribe(observer)
            leave = () => {
              subscription.unsubscribe()
              ended()
            }
          },
        }
        waiting.push(call)
        pump()
        return () => leave()
      })
    }
  }
}
