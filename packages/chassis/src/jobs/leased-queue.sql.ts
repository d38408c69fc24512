import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from '../db/sql.ts'
import { statement } from '../db/statement.ts'
import { backoffMs } from '../work/backoff.ts'
import type { Round } from '../work/loop.ts'
import {
  dueInTurn,
  jobStatement,
  keyColumns,
  type QueueTable,
  selectedKey,
  selectNextDue,
  whereDue,
} from './queue-table.ts'

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

/** Fields of every leased job. `attempt` is 1 the first time. */
export type LeasedJob = { attempt: number; leaseToken: string }

/**
 * A queue whose jobs are done outside of a transaction, such as calls of another system. A job that is neither ended nor postponed comes up
 * again when its lease expires; a process that lost the lease changes nothing any more.
 */
export type LeasedQueue<J extends LeasedJob> = {
  /** Leases due jobs, the longest due first; where they have workspaces, one of each in turn. */
  take(em: EntityManager, limit: number): Promise<J[]>
  /** Makes a job due later; false when the lease was lost. */
  postpone(em: EntityManager, job: J, afterMs: number): Promise<boolean>
  /** Postpones a job by the schedule of the queue; false after its last attempt, and when the lease was lost. */
  retry(em: EntityManager, job: J): Promise<boolean>
  /** Removes a job; false when the lease was lost. */
  end(em: EntityManager, job: J): Promise<boolean>
  /** Milliseconds until the next job is due or a lease expires; null when there is none. */
  nextInMs(em: EntityManager): Promise<number | null>
}

/**
 * The table needs `workspace_id text` and `run_at timestamptz` with an index on both, `attempt integer`, and `lease_token uuid`, which is
 * null while no one has the job.
 */
type LeasedQueueOptions<J> = QueueTable<J> & {
  /** Longer than a job may take. */
  leaseSeconds: number
  retries: { attemptsMax: number; pausesMs: readonly number[] }
  /** Columns of `from` that a job has besides its key. */
  columns: string
  /** `job`, which has the columns of the table, and what is joined to it. */
  from?: string
  /** The table has no `workspace_id`, and an index on `run_at` alone. */
  workspaceless?: true
}

/** Defines a queue of leased jobs; at the top of a file, since its statements are made here. */
export function createLeasedQueue<J extends LeasedJob>(options: LeasedQueueOptions<J>): LeasedQueue<J> {
  const { table, leaseSeconds, retries } = options
  const take = takeStatement(options)
  const postpone = jobStatement(
    options,
    { lease: 'uuid', after: 'float8' },
    ({ where, lease, after }) =>
      `update ${table} set run_at = now() + make_interval(secs => ${after} / 1000), lease_token = null
       where ${where} and lease_token = ${lease} returning 1`,
  )
  const end = jobStatement(
    options,
    { lease: 'uuid' },
    ({ where, lease }) => `delete from ${table} where ${where} and lease_token = ${lease} returning 1`,
  )
  const nextDue = selectNextDue(options)
  const queue: LeasedQueue<J> = {
    take: (em, limit) => sql<J>(em, take({ limit, lease: leaseSeconds })),
    postpone: async (em, job, after) => (await sql(em, postpone(job, { lease: job.leaseToken, after }))).length > 0,
    retry: async (em, job) =>
      job.attempt < retries.attemptsMax &&
      queue.postpone(em, job, backoffMs(job.attempt, retries.pausesMs, { jitter: 0.2 })),
    end: async (em, job) => (await sql(em, end(job, { lease: job.leaseToken }))).length > 0,
    nextInMs: async (em) => (await sql<{ ms: number }>(em, nextDue))[0]?.ms ?? null,
  }
  return queue
}

/** The part `due` of a statement, for jobs without workspaces. */
const dueNow = <J>(queue: QueueTable<J>, limit: string): string =>
  `due as (select ${keyColumns(queue)} from ${queue.table} ${whereDue(limit)})`

/** Selects due jobs in a part of its own: a subquery in the condition may run again for each row, and lease more than the limit. */
function takeStatement<J extends LeasedJob>(options: LeasedQueueOptions<J>) {
  const { table, columns, from = 'job', workspaceless } = options
  const sameKey = `(${keyColumns(options, 'j')}) = (${keyColumns(options, 'due')})`
  return statement(
    { limit: 'integer', lease: 'float8' },
    ({
      limit,
      lease,
    }) => `with recursive ${workspaceless ? dueNow(options, limit) : dueInTurn(options, limit)}, job as (
       update ${table} j set run_at = now() + make_interval(secs => ${lease}), attempt = j.attempt + 1, lease_token = gen_random_uuid()
       from due where ${sameKey} returning j.*
     )
     select ${selectedKey(options)}, job.attempt, job.lease_token as "leaseToken", ${columns} from ${from}`,
  )
}
