import type { EntityManager } from '@mikro-orm/postgresql'
import type { Round } from '../work/loop.ts'
import type { LeasedJob, LeasedQueue } from './leased-queue.sql.ts'

/** Shortest wait for a job that is due and that another process has locked. */
const pauseMsMin = 20

type RoundOptions<J> = { limit: number; work: (job: J) => Promise<unknown> }

/** Does due jobs side by side, `limit` at most, and returns when the next is due. It ends when all have ended, and fails with the first that failed. */
export async function runLeased<J extends LeasedJob>(
  em: EntityManager,
  queue: LeasedQueue<J>,
  { limit, work }: RoundOptions<J>,
): Promise<Round> {
  const jobs = await queue.take(em, limit)
  const outcomes = await Promise.allSettled(jobs.map(work))
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason
  if (jobs.length > 0) return { worked: jobs.length }
  const nextInMs = await queue.nextInMs(em)
  return { worked: 0, ...(nextInMs !== null && { nextInMs: Math.max(nextInMs, pauseMsMin) }) }
}
