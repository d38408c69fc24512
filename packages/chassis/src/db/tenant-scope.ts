import { AsyncLocalStorage } from 'node:async_hooks'

/**
 * Rows that a piece of work may see and write: those of some workspaces; of all, for loops that sweep and for operators;
 * or, as owner of the schema, the tables themselves, for migrations and partitions. Work without a scope sees no tenant's row.
 * `sameEachTime`: it asks the same statements each time, as loops do, so that a plan made once serves them all.
 */
export type TenantScope = { workspaces: readonly string[]; sameEachTime?: true } | 'all' | 'schema'

/** The three roles of a service's schema, apart since a role is what row-level security goes by. */
export type Roles = {
  /** Every connection begins with it: owns nothing, sees the rows of the workspaces that the transaction names. */
  request: string
  /** Sees the rows of every workspace. */
  sweep: string
  /** Owns the tables. */
  owner: string
}

/** The transaction-local setting that names the workspaces of a transaction, as a text array. */
export const workspacesSetting = 'posthorn.workspaces'

const currentScope = new AsyncLocalStorage<TenantScope | undefined>()

/** Runs `work` with this scope: every transaction and every single statement that it begins has it. */
export function withTenantScope<T>(scope: TenantScope, work: () => T): T {
  return currentScope.run(scope, work)
}

/** The scope of the work that runs now. */
export function currentTenantScope(): TenantScope | undefined {
  return currentScope.getStore()
}

/** The role that work of this scope has. */
export function roleOf(scope: TenantScope | undefined, roles: Roles): string {
  if (scope === 'all') return roles.sweep
  return scope === 'schema' ? roles.owner : roles.request
}

/** Settings that every transaction begins with, because its connection may be another's next; none where connections are our own. */
export type OwnSettings = Readonly<Record<string, string>>

/** The statements that give a transaction this scope, over `own`. */
export function settingsOf(scope: TenantScope | undefined, roles: Roles, own: OwnSettings = {}): string[] {
  if (scope === undefined) return settings(own)
  // Who waits for a lock on a table holds up all who come after: changes of the schema give up within the promised second, and try again.
  if (scope === 'schema') return settings({ ...own, role: roles.owner, lock_timeout: '800ms' })
  if (scope === 'all') return settings({ ...own, role: roles.sweep, ...plannedOnce })
  const list = [...new Set(scope.workspaces)].map((id) => `"${id.replaceAll(/["\\]/g, '\\$&')}"`).join(',')
  return settings({ ...own, [workspacesSetting]: `{${list}}`, ...(scope.sameEachTime ? plannedOnce : {}) })
}

/**
 * Statements of loops and of events are always the same: planned once, not for every batch (a quarter of Postgres' time in the flow).
 * A plan made while a queue was empty must serve when it is long: by index, whatever the size was (read whole and sorted, the queue of
 * 4,000 messages cost a claim of 16 up to 1.6 s, until statistics were gathered anew).
 */
const plannedOnce = {
  plan_cache_mode: 'force_generic_plan',
  enable_seqscan: 'off',
  enable_bitmapscan: 'off',
  enable_hashjoin: 'off',
  enable_mergejoin: 'off',
}

/** Sets these for the transaction. SET is not planned; one SELECT of `set_config` calls took 10 µs of Postgres and 5 of the service more. */
function settings(local: Record<string, string>): string[] {
  return Object.entries(local).map(([name, value]) => `set local ${name} = '${value.replaceAll("'", "''")}'`)
}
