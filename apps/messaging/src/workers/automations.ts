import { faultPoint, inTransaction, isUnavailable, type Worker } from '@posthorn/chassis'
import { type AutomationJob, automationQueue, retryLater, thanksTrigger } from '../automations/jobs.sql.ts'
import { recordError, runAutomation, sendThanks } from '../automations/run.ts'
import type { MessagingRuntime } from '../config.ts'

const attemptsMax = 4
const pauseMsMin = 500

/** Runs automations, each in a transaction that also ends its job. A failed run is retried later, so that it doesn't delay others. */
export const automations: Worker<MessagingRuntime> = {
  name: 'automations',
  pollMs: 5_000,
  run: async (runtime) => {
    let taken: AutomationJob | undefined
    try {
      await inTransaction(runtime, async (tx) => {
        taken = (await automationQueue.take(tx.em, 1))[0]
        if (!taken) return
        const act = taken.trigger === thanksTrigger ? sendThanks : runAutomation
        await act({ tx, runtime }, taken)
        await automationQueue.end(tx.em, taken)
        faultPoint('job.written', 'automations')
      })
    } catch (err) {
      if (!taken || isUnavailable(err)) throw err
      await afterFailure(runtime, taken, err)
    }
    if (taken) return { worked: 1 }
    const nextInMs = await automationQueue.nextInMs(runtime.db.em())
    return { worked: 0, ...(nextInMs === null ? {} : { nextInMs }) }
  },
}

/** Retries a failed run with increasing delays. After the last attempt, records the run as failed. */
async function afterFailure(runtime: MessagingRuntime, job: AutomationJob, err: unknown): Promise<void> {
  const attempts = job.attempts + 1
  runtime.log.error({ automation: job.automationId, run: job.id, attempts, err }, 'automation.failed')
  await inTransaction(runtime, async (tx) => {
    if (attempts < attemptsMax) return retryLater(tx.em, job, pauseMsMin * 2 ** attempts)
    await recordError(tx, job)
    await automationQueue.end(tx.em, job)
  })
}
