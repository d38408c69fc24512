import type { EntityManager } from '@mikro-orm/postgresql'
import { type BoundStatement, type PgType, type Row, sql, statement } from '../db/statement.ts'
import { backoffMs, type Round } from '../work/loop.ts'

/** A queue's table, and the text columns of its primary key, each mapped to the job property that holds its value. */
type QueueTable<J> = {
  table: string
  key: Readonly<Record<string, string & keyof J>>
}

/** Lists the key's columns for SQL. */
const keyColumns = <J>({ key }: QueueTable<J>, alias?: string): string =>
  Object.keys(key)
    .map((column) => (alias === undefined ? column : `${alias}.${column}`))
    .join(', ')

/** Selects the key's columns, named as the job's properties. */
const selectedKey = <J>({ key }: QueueTable<J>): string =>
  Object.entries(key)
    .map(([column, property]) => `job.${column} as "${property}"`)
    .join(', ')

/** Due jobs, longest overdue first, except those locked by another transaction. */
const whereDue = (limit: string): string =>
  `where run_at <= now() order by run_at limit ${limit} for update skip locked`

/**
 * CTEs of a recursive statement. The last one, `due`, lists the keys of due jobs. Workspaces take turns, longest overdue first, so that one
 * workspace's backlog doesn't delay the others. The table needs `workspace_id text` and an index on it with `run_at`.
 */
const dueInTurn = <J>(queue: QueueTable<J>, limit: string): string => `workspace (id) as (
    (select workspace_id from ${queue.table} order by workspace_id limit 1)
    union all
    select (select t.workspace_id from ${queue.table} t where t.workspace_id > workspace.id order by t.workspace_id limit 1)
    from workspace where workspace.id is not null
  ), turn as (
    select waiting.*, row_number() over (partition by workspace_id order by run_at) as place
    from workspace cross join lateral (
      select * from ${queue.table} t where t.workspace_id = workspace.id and t.run_at <= now()
      order by t.run_at limit ${limit} for update skip locked
    ) waiting
  ), due as (
    select ${keyColumns(queue)} from turn order by place, run_at limit ${limit}
  )`

/** Creates a statement about one job. `where` compares its key. */
function jobStatement<J, const In extends Readonly<Record<string, PgType>>>(
  { key }: QueueTable<J>,
  inputs: In,
  write: (names: Readonly<Record<keyof In | 'where', string>>) => string,
): (job: J, values: Readonly<Record<keyof In, string | number>>) => BoundStatement {
  const columns = Object.entries(key)
  const keyInputs = Object.fromEntries(columns.map(([column]) => [`key_${column}`, 'text' as const]))
  const bind = statement<Readonly<Record<string, PgType>>>({ ...keyInputs, ...inputs }, (names) => {
    const where = columns.map(([column]) => `${column} = ${names[`key_${column}`]}`).join(' and ')
    return write({ ...names, where } as Readonly<Record<keyof In | 'where', string>>)
  })
  return (job, values) => {
    const keyValues = Object.fromEntries(columns.map(([column, property]) => [`key_${column}`, job[property]]))
    return bind({ ...keyValues, ...values } as Parameters<typeof bind>[0])
  }
}

/** Selects the milliseconds until the next job is due; 0 if one is overdue. */
const selectNextDue = <J>({ table }: QueueTable<J>): string =>
  `select ceil(greatest(extract(epoch from run_at - now()), 0) * 1000)::float8 as ms from ${table} order by run_at limit 1`

/**
 * A queue whose jobs run in the transaction that took them. The row lock is the lease, and a rollback returns the job. Call everything
 * inside that transaction, except `postpone` after a rollback.
 */
export type LockedQueue<J> = {
  /** Locks due jobs, longest overdue first. */
  take(em: EntityManager, limit: number): Promise<J[]>
  postpone(em: EntityManager, job: J, afterMs: number): Promise<void>
  end(em: EntityManager, job: J): Promise<void>
  /** Returns the milliseconds until the next job is due. Null if there is none. */
  nextInMs(em: EntityManager): Promise<number | null>
}

/** Creates a queue of locked jobs. The table needs `run_at timestamptz`. `columns`: fields of a job in addition to its key. */
export function createLockedQueue<J extends Record<string, unknown>>(
  options: QueueTable<J> & { columns: string },
): LockedQueue<J> {
  const { table, columns } = options
  const take = statement(
    { limit: 'integer' },
    ({ limit }) => `select ${selectedKey(options)}, ${columns} from ${table} job ${whereDue(limit)}`,
  )
  const postpone = jobStatement(
    options,
    { after: 'float8' },
    ({ where, after }) => `update ${table} set run_at = now() + make_interval(secs => ${after} / 1000) where ${where}`,
  )
  const end = jobStatement(options, {}, ({ where }) => `delete from ${table} where ${where}`)
  const nextDue = selectNextDue(options)
  return {
    take: (em, limit) => sql<J>(em, take({ limit })),
    postpone: async (em, job, after) => void (await sql(em, postpone(job, { after }))),
    end: async (em, job) => void (await sql(em, end(job, {}))),
    nextInMs: async (em) => (await sql<{ ms: number }>(em, nextDue))[0]?.ms ?? null,
  }
}

/** A queue whose jobs end when taken: the transaction that removes them also runs them, and a rollback returns them. */
export type RemovalQueue<J> = {
  take(em: EntityManager, limit: number): Promise<J[]>
}

/** Creates a queue of jobs without attempts or pauses. `columns`: fields that a job needs from `from` in addition to its key. */
export function createRemovalQueue<J extends Row>(
  options: QueueTable<J> & { columns: string; from?: string },
): RemovalQueue<J> {
  const { table, columns, from = 'job' } = options
  const keys = keyColumns(options)
  const take = statement(
    { limit: 'integer' },
    ({ limit }) => `with first as (select ${keys} from ${table} order by ${keys} limit ${limit} for update skip locked),
     job as (delete from ${table} j using first where (${keyColumns(options, 'j')}) = (${keyColumns(options, 'first')}) returning j.*)
     select ${selectedKey(options)}, ${columns} from ${from}`,
  )
  return { take: (em, limit) => sql<J>(em, take({ limit })) }
}

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
