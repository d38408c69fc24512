import type { Round, Worker } from '@posthorn/chassis'
import type { MessagingRuntime } from '../config.ts'
import { extendUnknown, removeOpenPairs, stepMax } from '../sending/settle/overdue.sql.ts'
import { expireMessages, giveUpUnknown, loseLeases } from '../sending/settle/overdue.ts'
import { recoverCalls, recoverLostClaims } from '../sending/settle/recover-calls.ts'

const pollMs = 2_000

/** Ends what its time has passed: messages that expired, calls whose process died, and outcomes nobody ever learned. */
export const reap: Worker<MessagingRuntime> = {
  name: 'reap',
  pollMs,
  outward: true,
  run: async (runtime) => {
    await extendWhileBehind(runtime)
    await recoverCalls(runtime)
    await recoverLostClaims(runtime)
    const counts = [
      await expireMessages(runtime),
      await loseLeases(runtime),
      await giveUpUnknown(runtime),
      await removeOpenPairs(runtime.db.em()),
    ]
    return { worked: counts.some((count) => count >= stepMax) ? 1 : 0 } satisfies Round
  },
}

/** Statuses arrive over the bus: time in which they could not arrive does not count against an unknown outcome. */
async function extendWhileBehind(runtime: MessagingRuntime): Promise<void> {
  const elapsedMs = runtime.deps.sinceReapMs()
  if (elapsedMs === 0 || (await runtime.caughtUp())) return
  await extendUnknown(runtime.db.em(), elapsedMs)
}
