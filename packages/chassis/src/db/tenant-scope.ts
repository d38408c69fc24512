import { AsyncLocalStorage } from 'node:async_hooks'

/**
 * Rows that work may see and write: those of some workspaces; `all`, for sweeping loops and operators; or `schema`, which is the tables
 * themselves as the schema's owner, for migrations and partitions. Without a scope, work sees no tenant's rows. `sameEachTime`: the work
 * always runs the same statements, as loops do, so generic plans are best.
 */
export type TenantScope = { workspaces: readonly string[]; sameEachTime?: true } | 'all' | 'schema'

/** The three roles of a service's schema. Row-level security depends on the role, so they are separate. */
export type Roles = {
  /** Initial role of every connection: owns nothing, and sees the rows of the transaction's workspaces. */
  request: string
  /** Sees the rows of every workspace. */
  sweep: string
  owner: string
}

/** Transaction-local setting with the transaction's workspaces, as a text array. */
export const workspacesSetting = 'posthorn.workspaces'

const currentScope = new AsyncLocalStorage<TenantScope | undefined>()

/** Runs `work` with this scope, which applies to each of its transactions and statements. */
export const withTenantScope = <T>(scope: TenantScope, work: () => T): T => currentScope.run(scope, work)

export const currentTenantScope = (): TenantScope | undefined => currentScope.getStore()

export function roleOf(scope: TenantScope | undefined, roles: Roles): string {
  if (scope === 'all') return roles.sweep
  return scope === 'schema' ? roles.owner : roles.request
}

/** Settings that start every transaction on a connection shared through a pooler. Empty if connections are our own. */
export type OwnSettings = Readonly<Record<string, string>>

/**
 * Returns statements that set a transaction's role, workspaces and planning. Without a scope, they set only `own`: connection settings that a
 * pooler drops.
 */
export function scopeSettings(scope: TenantScope | undefined, roles: Roles, own: OwnSettings = {}): string[] {
  if (scope === undefined) return settings(own)
  // Every later statement queues behind a waiting table lock, so schema changes give up within a second and retry.
  if (scope === 'schema') return settings({ ...own, role: roles.owner, lock_timeout: '800ms' })
  if (scope === 'all') return settings({ ...own, role: roles.sweep, ...plannedOnce })
  const list = [...new Set(scope.workspaces)].map((id) => `"${id.replaceAll(/["\\]/g, '\\$&')}"`).join(',')
  return settings({ ...own, [workspacesSetting]: `{${list}}`, ...(scope.sameEachTime ? plannedOnce : {}) })
}

/**
 * Loops and event handlers always run the same statements, so these are planned once rather than for every batch (a quarter of Postgres's
 * time). A plan made while a queue was empty must also work when the queue is long, so plans always use an index. Otherwise, scanning and
 * sorting a queue of 4,000 messages cost a claim of 16 up to 1.6 s, until statistics were updated.
 */
const plannedOnce = {
  plan_cache_mode: 'force_generic_plan',
  enable_seqscan: 'off',
  enable_bitmapscan: 'off',
  enable_hashjoin: 'off',
  enable_mergejoin: 'off',
}

/** Returns statements that set these values for the transaction. A SELECT of `set_config` calls took 10 µs more in Postgres. */
const settings = (local: Record<string, string>): string[] =>
  Object.entries(local).map(([name, value]) => `set local ${name} = '${value.replaceAll("'", "''")}'`)
