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

/** Minimum wait for a due job that another process has locked. */
const pauseMsMin = 20

type RoundOptions<J> = { limit: number; work: (job: J) => Promise<unknown> }

/**
 * Runs up to `limit` due jobs concurrently, and returns when the next one is due. Waits until all jobs have ended, and rejects with the
 * first failure.
 */
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

/** Fields of every leased job. `attempt` starts at 1. */
export type LeasedJob = { attempt: number; leaseToken: string }

/**
 * A queue whose jobs run outside a transaction, such as calls to other systems. A job that is neither ended nor postponed is retried when
 * its lease expires. A process that has lost the lease changes nothing.
 */
export type LeasedQueue<J extends LeasedJob> = {
  /** Leases due jobs, longest overdue first. If jobs have workspaces, the workspaces take turns. */
  take(em: EntityManager, limit: number): Promise<J[]>
  /** Postpones a job. Returns false if the lease is lost. */
  postpone(em: EntityManager, job: J, afterMs: number): Promise<boolean>
  /** Postpones a job by the queue's schedule. Returns false after its last attempt, or if the lease is lost. */
  retry(em: EntityManager, job: J): Promise<boolean>
  end(em: EntityManager, job: J): Promise<boolean>
  /** Returns the milliseconds until the next job is due or a lease expires. Null if there is none. */
  nextInMs(em: EntityManager): Promise<number | null>
}

/**
 * The table needs `attempt integer`, `workspace_id text` and `run_at timestamptz` with an index on both, and `lease_token uuid`, which is
 * null unless leased.
 */
type LeasedQueueOptions<J> = QueueTable<J> & {
  /** Longer than a job may take. */
  leaseSeconds: number
  retries: { attemptsMax: number; pausesMs: readonly number[] }
  /** Columns that a job reads from `from`, in addition to its key. */
  columns: string
  /** Source of the selected columns: `job`, which has the table's columns, and joined tables. */
  from?: string
  /** Whether the table lacks a `workspace_id` and has an index on `run_at` only. */
  workspaceless?: true
}

/** Creates a queue of leased jobs. Call it at the top level of a module, because it builds its statements. */
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

/** CTE `due` for jobs without workspaces. */
const dueNow = <J>(queue: QueueTable<J>, limit: string): string =>
  `due as (select ${keyColumns(queue)} from ${queue.table} ${whereDue(limit)})`

/** Selects due jobs in a CTE, because a subquery in the condition may run again for each row and lease more than the limit. */
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
