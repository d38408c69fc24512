import { setTimeout as pause } from 'node:timers/promises'
import { holdPolicyPrefix } from '@posthorn/chassis'
import type { ServiceName } from '@posthorn/contracts'
import { type Say, StartError } from '../terminal.ts'
import { type Cell, type Schema, withTableLocks } from './cell.ts'

/**
 * Limits what a service may do with a moving workspace's rows. `draining` lets it finish claimed jobs but not claim any, `frozen` only lets
 * it read for callers, and `closed` allows nothing, except that the gateway still reads. Enforced with row-level security policies on the
 * service's roles, so no process can bypass it.
 */
export type Hold = 'draining' | 'frozen' | 'closed'

/** Queues whose jobs are claimed, each with the condition for jobs that `draining` lets change: all but those that wait to be claimed. */
const queues: Readonly<Partial<Record<ServiceName, Readonly<Record<string, string>>>>> = {
  messaging: {
    send_job: `status <> 'waiting'`,
    media_job: 'lease_token is not null',
    receipt_job: 'lease_token is not null',
  },
  groups: { group_job: `status <> 'waiting'`, group_creation: `status <> 'waiting'` },
  webhooks: { delivery_job: 'lease_token is not null' },
}

/**
 * Tables in which reads update rows for several workspaces in one statement: key usage and members' last activity. A move loses at most a
 * few counts.
 */
const countedTables = new Set(['gateway.api_key', 'gateway.member', 'gateway.key_use', 'gateway.assistant_day'])
/** The record of the move, which isn't the workspace's own data. */
const freeTables = new Set(['gateway.workspace_move'])

/** Puts a hold on a workspace's rows in a schema, replacing any previous one. Null removes the hold. */
export function setHold(schema: Schema, workspace: string, hold: Hold | null): Promise<void> {
  const { client } = schema
  const prefix = `${holdPolicyPrefix}${workspace}_`
  return withTableLocks(schema, async () => {
    const previous = await schema.rows<{ policy: string; name: string }>(
      `select p.polname as policy, c.relname as name from pg_policy p join pg_class c on c.oid = p.polrelid
       where c.relnamespace = current_schema()::regnamespace and starts_with(p.polname, $1)`,
      [prefix],
    )
    for (const { policy, name } of previous) await client.query(`drop policy "${policy}" on "${name}"`)
    if (hold) for (const text of await policies(schema, { prefix, workspace, hold })) await client.query(text)
  })
}

type HoldOptions = { prefix: string; workspace: string; hold: Hold }

/**
 * Returns the SQL that creates the policies of a hold. `draining` hides waiting jobs from updates, so that none is claimed. The others
 * refuse only writes in the gateway's schema. Elsewhere, `frozen` refuses writes and hides the rows from the role that works for all
 * workspaces, and `closed` hides them from both roles.
 */
async function policies(schema: Schema, options: HoldOptions): Promise<string[]> {
  const { service, rows, roles } = schema
  const { request, sweep } = roles
  if (options.hold === 'draining')
    return Object.entries(queues[service] ?? {}).map(([table, condition]) =>
      policyOf(options, { table, roles: [request, sweep], command: 'update', unless: condition }),
    )
  const tables = await rows<{ name: string }>(
    `select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'workspace_id'
     where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') and not c.relispartition`,
  )
  return tables.flatMap(({ name: table }) => {
    const place = `${service}.${table}`
    if (freeTables.has(place) || countedTables.has(place)) return []
    // The relay must still be able to mark events as published.
    if (table === 'outbox') return [policyOf(options, { table, roles: [request, sweep], command: 'insert' })]
    const isRead = service === 'gateway' || options.hold === 'frozen'
    const writers = service === 'gateway' ? [request, sweep] : [request]
    const writes = (['insert', 'update', 'delete'] as const).map((command) =>
      policyOf(options, { table, roles: writers, command }),
    )
    const hidden = (of: string[]) => policyOf(options, { table, roles: of, command: 'all' })
    if (!isRead) return [hidden([request, sweep])]
    return service === 'gateway' ? writes : [...writes, hidden([sweep])]
  })
}

type Policy = { table: string; roles: string[]; command: 'all' | 'insert' | 'update' | 'delete'; unless?: string }

/** Returns the SQL of one policy. It applies to all rows of the table that belong to the workspace, except those that meet `unless`. */
function policyOf({ prefix, workspace }: HoldOptions, { table, roles, command, unless }: Policy): string {
  const other = `workspace_id is distinct from '${workspace}'`
  const head = `create policy "${prefix}${command}" on "${table}" as restrictive for ${command} to ${roles.map((role) => `"${role}"`).join(', ')}`
  // A job in progress may change to a state that isn't in progress.
  if (unless) return `${head} using (${other} or ${unless}) with check (true)`
  if (command === 'insert') return `${head} with check (${other})`
  // An update of a matching row must fail instead of silently skipping it.
  if (command === 'update') return `${head} using (true) with check (${other})`
  return `${head} using (${other})`
}

const pollMs = 200
const reportEveryMs = 5_000

/** Conditions for jobs that a process may be working on now, for which a move waits. One with an expired lease has lost its process. */
const inProgress: Readonly<Record<string, Record<string, string>>> = {
  messaging: {
    send_job: `status = 'calling'`,
    media_job: 'lease_token is not null and run_at > now()',
    receipt_job: 'lease_token is not null and run_at > now()',
  },
  groups: { group_job: `status = 'calling'`, group_creation: `status = 'calling'` },
  webhooks: { delivery_job: 'lease_token is not null and run_at > now()' },
}

/** Events that aren't on the bus yet or haven't been confirmed yet. */
const unconfirmed = `select 1 from outbox_batch b cross join unnest(b.ids) as e (id) join outbox o on o.id = e.id
  where o.workspace_id = $1 limit 1`

/** Returns the names of the tables with a workspace's work in progress: jobs that a process may be doing, and unconfirmed events. */
export async function listUnderWay({ schemas }: Cell, workspace: string): Promise<string[]> {
  const found = await Promise.all(Object.values(schemas).map((schema) => underWayIn(schema, workspace)))
  return found.flat()
}

/** Returns the names of a schema's tables with a workspace's work in progress. */
async function underWayIn({ service, rows }: Schema, workspace: string): Promise<string[]> {
  const found: string[] = []
  for (const [table, condition] of Object.entries(inProgress[service] ?? {}))
    if ((await rows(`select 1 from ${table} where workspace_id = $1 and ${condition} limit 1`, [workspace])).length > 0)
      found.push(`${service}.${table}`)
  const isUnconfirmed = (await rows(unconfirmed, [workspace])).length > 0
  return isUnconfirmed ? [...found, `${service}.outbox`] : found
}

/**
 * Waits until a workspace has no work in progress. Jobs that no process has claimed move with it. Reports every 5 s what it waits for.
 *
 * @throws StartError if there is still work in progress after `limitMs`.
 */
export async function waitForDrain(
  cell: Cell,
  { workspace, limitMs, say }: { workspace: string; limitMs: number; say: Say },
): Promise<void> {
  const begunMs = performance.now()
  let saidMs = begunMs
  for (;;) {
    const left = await listUnderWay(cell, workspace)
    if (left.length === 0) return
    const nowMs = performance.now()
    if (nowMs - begunMs > limitMs)
      throw new StartError(`still under way after ${limitMs / 1_000} s: ${left.join(', ')}`)
    if (nowMs - saidMs > reportEveryMs) {
      say(`Still under way: ${left.join(', ')}`)
      saidMs = nowMs
    }
    await pause(pollMs)
  }
}
