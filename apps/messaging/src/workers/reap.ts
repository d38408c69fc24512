import type { Round, Worker } from '@posthorn/chassis'
import type { MessagingRuntime } from '../config.ts'
import { extendUnknown, removeOpenPairs, stepMax } from '../sending/settle/overdue.sql.ts'
import { expireMessages, giveUpUnknown, loseLeases } from '../sending/settle/overdue.ts'
import { recoverCalls, recoverLostClaims } from '../sending/settle/recover-calls.ts'

const pollMs = 2_000

/**
 * Ends what its time has passed: messages that expired, calls whose process died, and outcomes no one ever learned. Statuses arrive over
 * the bus: while some wait there, as after a start, no outcome is given up, and the time does not count against it.
 */
export const reap: Worker<MessagingRuntime> = {
  name: 'reap',
  pollMs,
  outward: true,
  run: async (runtime) => {
    const elapsedMs = runtime.deps.sinceReapMs()
    const hasStatuses = await runtime.caughtUp()
    if (!hasStatuses) await extendUnknown(runtime.db.em(), elapsedMs)
    await recoverCalls(runtime)
    await recoverLostClaims(runtime)
    const counts = [
      await expireMessages(runtime),
      await loseLeases(runtime),
      hasStatuses ? await giveUpUnknown(runtime) : 0,
      await removeOpenPairs(runtime.db.em()),
    ]
    return { worked: counts.some((count) => count >= stepMax) ? 1 : 0 } satisfies Round
  },
}
