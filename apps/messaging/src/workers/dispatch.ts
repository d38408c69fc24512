import { busyWaitMs, faultPoint, type Worker } from '@posthorn/chassis'
import type { MessagingRuntime } from '../config.ts'
import { callAndSettle } from '../sending/call/call.ts'
import { claimJobs } from '../sending/claim/claim.ts'

const pollMs = 1_000
/** If a claim returns this many messages, the next one waits for more. */
const busyFrom = 4

/** Sends due messages to the provider. Calls run concurrently, so that a slow one doesn't delay the next claim. */
export const dispatch: Worker<MessagingRuntime> = {
  name: 'dispatch',
  pollMs,
  outward: true,
  run: async (runtime) => {
    const { inFlight } = runtime.deps
    const room = inFlight.room()
    if (room.free <= 0) return { worked: 0 }
    const begunMs = performance.now()
    const { jobs, more, nextInMs } = await claimJobs(runtime, room)
    if (jobs.length > 0) faultPoint('jobs.claimed', runtime.name)
    const onRoom = () => runtime.wake('dispatch')
    for (const job of jobs) {
      // A defect that concerns one message must not end the process, which would meet it again. The outcome is unknown once its lease ends.
      const say = (err: unknown) => runtime.log.error({ message: job.messageId, err }, 'message.call_failed')
      inFlight.keep(job.numberId, callAndSettle(runtime, job).catch(say), onRoom)
    }
    const isBusy = !more && jobs.length >= busyFrom
    return { worked: more ? jobs.length : 0, nextInMs, gatherMs: isBusy ? busyWaitMs(performance.now() - begunMs) : 0 }
  },
}
