import { isPassing } from '../faults.ts'
import type { Runtime } from '../runtime.ts'
import { inTransaction, type Tx } from '../tx.ts'
import type { Round } from '../work/loop.ts'
import type { SharedWork } from '../work/rests.ts'
import type { LeasedJob, LeasedQueue } from './queues.sql.ts'

/** Minimum wait for a due job that another process has locked. */
export const pauseMsMin = 20

type RoundOptions<J> = {
  limit: number
  work: (job: J) => Promise<unknown>
  /** Handles a failed attempt. A job that isn't retried must be ended, which is the default. */
  fail?: (job: J, failure: { err: unknown; isRetried: boolean }) => Promise<unknown>
}

/**
 * Runs up to `limit` due jobs concurrently, or returns when the next one is due. `work` ends its job; one that throws is retried by the
 * queue's schedule. Waits until all have ended. Rejects only if jobs can't be taken or a failure can't be recorded.
 */
export async function runLeased<J extends LeasedJob>(
  runtime: Pick<Runtime, 'db' | 'log'>,
  queue: LeasedQueue<J>,
  options: RoundOptions<J>,
): Promise<Round> {
  const em = runtime.db.em()
  const jobs = await queue.take(em, options.limit)
  const outcomes = await Promise.allSettled(jobs.map((job) => attempt(runtime, queue, { job, ...options })))
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason
  if (jobs.length > 0) return { worked: jobs.length }
  const nextInMs = await queue.nextInMs(em)
  return { worked: 0, ...(nextInMs !== null && { nextInMs: Math.max(nextInMs, pauseMsMin) }) }
}

/** Runs a job once. A job that throws is logged as an error at its first attempt and when it is given up, otherwise only for debugging. */
async function attempt<J extends LeasedJob>(
  { db, log }: Pick<Runtime, 'db' | 'log'>,
  queue: LeasedQueue<J>,
  { job, work, fail }: RoundOptions<J> & { job: J },
): Promise<void> {
  try {
    if (job.attempt > queue.attemptsMax) throw new Error('the process ended during the last attempt')
    await work(job)
  } catch (err) {
    const isRetried = await queue.retry(db.em(), job)
    const level = isRetried && job.attempt > 1 ? 'debug' : 'error'
    log[level]({ queue: queue.table, attempt: job.attempt, isRetried, err }, 'job.failed')
    if (fail) await fail(job, { err, isRetried })
    else if (!isRetried) await queue.end(db.em(), job)
  }
}

/**
 * Runs jobs in the transaction that takes them. If that fails, runs the next one alone. A job that fails alone rests, so that it delays no
 * other. The round rejects with its error. After an error that may pass (`isPassing`, such as no connection), nothing is run alone and no job
 * rests.
 */
export async function runTogether<J>(
  runtime: Runtime,
  queue: SharedWork<J>,
  { limit, work }: { limit: number; work: (tx: Tx, jobs: J[]) => Promise<unknown> },
): Promise<Round> {
  let taken: J[] = []
  const run = async (max: number) => {
    try {
      return await inTransaction(runtime, async (tx) => {
        taken = await queue.take(tx.em, max)
        await work(tx, taken)
        return { worked: taken.length }
      })
    } catch (err) {
      const [job, ...others] = taken
      if (job && others.length === 0 && !isPassing(err)) await queue.rest(job)
      throw err
    }
  }
  try {
    return await run(limit)
  } catch (err) {
    if (taken.length < 2 || isPassing(err)) throw err
    runtime.log.warn({ err }, 'jobs.one_by_one')
    return run(1)
  }
}
