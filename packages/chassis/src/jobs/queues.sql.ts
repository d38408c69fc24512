import type { EntityManager } from '@mikro-orm/postgresql'
import { type BoundStatement, type PgType, type Row, sql, statement } from '../db/statement.ts'
import { type LongWaits, longWaitsOf } from '../work/clock.sql.ts'
import { backoffMs } from '../work/loop.ts'
import { createRests, type SharedWork } from '../work/rests.ts'

/** A queue's table, and the text columns of its primary key, each mapped to the job property that holds its value. */
type QueueTable<J> = { table: string; key: Readonly<Record<string, string & keyof J>> }

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

/**
 * CTE of a recursive statement that lists the different values of a column, and null. With an index that begins with the column, the cost
 * depends on the number of values rather than rows. `where`: the condition of a partial index.
 */
export function valuesOf(
  as: string,
  { table, column, where = 'true' }: { table: string; column: string; where?: string },
) {
  return `${as} (${column}) as (
    (select ${column} from ${table} where ${where} order by ${column} limit 1)
    union all
    select (select t.${column} from ${table} t where ${where} and t.${column} > ${as}.${column} order by t.${column} limit 1)
    from ${as} where ${as}.${column} is not null
  )`
}

/** CTE of the workspaces that have jobs, and null. */
const workspaces = (table: string): string => valuesOf('workspace', { table, column: 'workspace_id' })

/**
 * CTEs of a recursive statement. The last one, `due`, lists the keys of due jobs. Workspaces take turns, longest overdue first, so that one
 * workspace's backlog doesn't delay the others. The table needs an index on `workspace_id` with `run_at`.
 */
const dueInTurn = <J>(queue: QueueTable<J>, limit: string): string => `${workspaces(queue.table)}, turn as (
    select waiting.*, row_number() over (partition by waiting.workspace_id order by run_at) as place
    from workspace cross join lateral (
      select * from ${queue.table} t where t.workspace_id = workspace.workspace_id and t.run_at <= now()
      order by t.run_at limit ${limit} for update skip locked
    ) waiting
  ), due as (
    select ${keyColumns(queue)} from turn order by place, run_at limit ${limit}
  )`

/**
 * Selects and locks jobs of the next workspace after `last` that has any, and of those after it if there is room. Unlike `dueInTurn`, locks
 * no other jobs, because the locks last as long as the work.
 */
const nextInTurn = (
  table: string,
  { where, order, limit, last }: { where: string; order: string; limit: string; last: string },
): string => `select job.* from (
    select workspace_id as id from workspace where workspace_id is not null order by workspace_id > ${last} desc, workspace_id
  ) w cross join lateral (
    select * from ${table} t where t.workspace_id = w.id and ${where} order by ${order} limit ${limit} for update skip locked
  ) job limit ${limit}`

/**
 * Returns a queue's `take`. `bind`: a statement with `nextInTurn`. The turn is kept in memory, so that after a failure, too, the next workspace
 * has its turn, and none delays others.
 */
function takeInTurn<J extends Row>(bind: (values: { limit: number; last: string }) => BoundStatement) {
  let last = ''
  return async (em: EntityManager, limit: number): Promise<J[]> => {
    const rows = await sql<{ turn: string }>(em, bind({ limit, last }))
    last = rows.at(-1)?.turn ?? last
    return rows.map(({ turn: _turn, ...job }) => job as J)
  }
}

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
  /** Locks due jobs of the next workspace, longest overdue first, and of those after it if there is room. */
  take(em: EntityManager, limit: number): Promise<J[]>
  postpone(em: EntityManager, job: J, afterMs: number): Promise<void>
  end(em: EntityManager, job: J): Promise<void>
  /** Returns the milliseconds until the next job is due. Null if there is none. */
  nextInMs(em: EntityManager): Promise<number | null>
}

/**
 * Creates a queue of locked jobs. The table needs `run_at timestamptz`, and an index on `workspace_id text` with it. `columns`: fields of a
 * job in addition to its key. `ready`: SQL condition that a due job `t` may be taken.
 */
export function createLockedQueue<J extends Record<string, unknown>>(
  options: QueueTable<J> & { columns: string; ready?: string },
): LockedQueue<J> {
  const { table, columns, ready = 'true' } = options
  const take = statement(
    { limit: 'integer', last: 'text' },
    (names) => `with recursive ${workspaces(table)}
     select ${selectedKey(options)}, ${columns}, workspace_id as turn
     from (${nextInTurn(table, { ...names, where: `t.run_at <= now() and ${ready}`, order: 't.run_at' })}) job`,
  )
  const postpone = jobStatement(
    options,
    { after: 'float8' },
    ({ where, after }) => `update ${table} set run_at = now() + make_interval(secs => ${after} / 1000) where ${where}`,
  )
  const end = jobStatement(options, {}, ({ where }) => `delete from ${table} where ${where}`)
  const nextDue = selectNextDue(options)
  return {
    take: takeInTurn<J>(take),
    postpone: async (em, job, after) => void (await sql(em, postpone(job, { after }))),
    end: async (em, job) => void (await sql(em, end(job, {}))),
    nextInMs: async (em) => (await sql<{ ms: number }>(em, nextDue))[0]?.ms ?? null,
  }
}

/** A queue whose jobs end when taken: the transaction that removes them also runs them, and a rollback returns them. */
export type RemovalQueue<J> = SharedWork<J>

/**
 * Creates a queue of jobs that are due at once and have no stored attempts: only this process knows which of them failed and rest. The table
 * needs an index on `workspace_id text` with the key. `columns`: fields that a job needs from `from` in addition to its key.
 */
export function createRemovalQueue<J extends Row>(
  options: QueueTable<J> & { columns: string; from?: string },
): RemovalQueue<J> {
  const { table, columns, from = 'job' } = options
  const keys = keyColumns(options)
  const take = statement(
    { limit: 'integer', last: 'text', without: 'text[]' },
    (names) => `with recursive ${workspaces(table)},
     first as (${nextInTurn(table, { ...names, where: `concat_ws(' ', ${keyColumns(options, 't')}) <> all(${names.without})`, order: keys })}),
     job as (delete from ${table} j using first where (${keyColumns(options, 'j')}) = (${keyColumns(options, 'first')}) returning j.*)
     select ${selectedKey(options)}, ${columns}, job.workspace_id as turn from ${from}`,
  )
  const rests = createRests<J>((job) =>
    Object.values<keyof J>(options.key)
      .map((property) => job[property])
      .join(' '),
  )
  return { take: takeInTurn<J>((values) => take({ ...values, without: rests.resting() })), rest: rests.rest }
}

/** Fields of every leased job. `attempt` starts at 1. */
export type LeasedJob = { attempt: number; leaseToken: string }

/**
 * A queue whose jobs run outside a transaction, such as calls to other systems. A job whose process ends is retried when its lease expires.
 * A process that has lost the lease changes nothing.
 */
export type LeasedQueue<J extends LeasedJob> = {
  table: string
  attemptsMax: number
  longWaits: LongWaits
  /** Leases due jobs, longest overdue first. If jobs have workspaces, the workspaces take turns. */
  take(em: EntityManager, limit: number): Promise<J[]>
  /** Postpones a job, whose attempt still counts. Returns false if the lease is lost. */
  postpone(em: EntityManager, job: J, afterMs: number): Promise<boolean>
  /** Postpones a job by the queue's schedule. Returns false after its last attempt, when the caller ends it, or if the lease is lost. */
  retry(em: EntityManager, job: J): Promise<boolean>
  /** Removes a job. Returns false if the lease is lost. */
  end(em: EntityManager, job: J): Promise<boolean>
  /** Returns the milliseconds until the next job is due or a lease expires. Null if there is none. */
  nextInMs(em: EntityManager): Promise<number | null>
}

/** The table needs `attempt integer`, `workspace_id text` and `run_at timestamptz` in an index, and `lease_token uuid`, null if free. */
type LeasedQueueOptions<J> = QueueTable<J> & {
  /** Longer than a job may take. */
  leaseSeconds: number
  retries: { attemptsMax: number; pausesMs: readonly number[] }
  /** Columns that a job reads from `from`, in addition to its key. */
  columns: string
  /** Source of the selected columns: `job`, which has the table's columns, and joined tables. */
  from?: string
  /** Condition for jobs whose first attempt may be due at any time. By default, a job is due soon after it was queued. */
  scheduled?: string
  /** Whether the table lacks a `workspace_id` and has an index on `run_at` only. */
  workspaceless?: true
}

/** Share of a pause that is added at most, at random, so that jobs that failed together aren't retried together. */
const jitter = 0.2

/** Creates a queue of leased jobs. Call it at the top level of a module, because it builds its statements. */
export function createLeasedQueue<J extends LeasedJob>(options: LeasedQueueOptions<J>): LeasedQueue<J> {
  const { table, leaseSeconds, retries, scheduled = 'false' } = options
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
    table,
    attemptsMax: retries.attemptsMax,
    longWaits: longWaitsOf({
      table,
      column: 'run_at',
      secondsMax: Math.max(leaseSeconds, (Math.max(...retries.pausesMs) * (1 + jitter)) / 1_000),
      where: `(attempt > 0 or not (${scheduled}))`,
    }),
    take: (em, limit) => sql<J>(em, take({ limit, lease: leaseSeconds })),
    postpone: async (em, job, after) => (await sql(em, postpone(job, { lease: job.leaseToken, after }))).length > 0,
    retry: async (em, job) =>
      job.attempt < retries.attemptsMax && queue.postpone(em, job, backoffMs(job.attempt, retries.pausesMs, jitter)),
    end: async (em, job) => (await sql(em, end(job, { lease: job.leaseToken }))).length > 0,
    nextInMs: async (em) => (await sql<{ ms: number }>(em, nextDue))[0]?.ms ?? null,
  }
  return queue
}

/** CTE `due` for jobs without workspaces. */
const dueNow = <J>(queue: QueueTable<J>, limit: string): string =>
  `due as (select ${keyColumns(queue)} from ${queue.table} where run_at <= now() order by run_at limit ${limit} for update skip locked)`

/** Selects due jobs in a CTE, because a subquery in the condition may run again for each row and lease more than the limit. */
function takeStatement<J extends LeasedJob>(options: LeasedQueueOptions<J>) {
  const { table, columns, from = 'job', workspaceless } = options
  const sameKey = `(${keyColumns(options, 'j')}) = (${keyColumns(options, 'due')})`
  const due = workspaceless ? dueNow : dueInTurn
  return statement(
    { limit: 'integer', lease: 'float8' },
    ({ limit, lease }) => `with recursive ${due(options, limit)}, job as (
       update ${table} j set run_at = now() + make_interval(secs => ${lease}), attempt = j.attempt + 1, lease_token = gen_random_uuid()
       from due where ${sameKey} returning j.*
     )
     select ${selectedKey(options)}, job.attempt, job.lease_token as "leaseToken", ${columns} from ${from}`,
  )
}
