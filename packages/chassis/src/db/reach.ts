import { AsyncLocalStorage } from 'node:async_hooks'
import { createHash } from 'node:crypto'

/**
 * Whose rows a piece of work may see and write: those of some workspaces; of every workspace, for loops that sweep and for operators;
 * or, as owner of the schema, the tables themselves, for migrations and partitions. Work that says nothing reaches no tenant's row.
 */
export type Reach = { workspaces: readonly string[] } | 'every workspace' | 'schema'

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

const reaching = new AsyncLocalStorage<Reach | undefined>()

/** Runs `work` with this reach: every transaction and every single statement that it begins has it. */
export function withReach<T>(reach: Reach, work: () => T): T {
  return reaching.run(reach, work)
}

type Query = (text: unknown, values?: unknown) => unknown
type Client = { query: Query }

/** Different statements that are prepared on a connection; lists with unusual filters beyond that are planned each time. */
const statementsMax = 500
const names = new Map<string, string>()

/**
 * Gives every transaction on this connection the reach of its work, with BEGIN and within the round trip of its first statement, and
 * every statement that runs alone a transaction to carry it. The connection pipelines: it does not wait for one answer to ask the next.
 * The settings are local to the transaction, so nothing is left for who takes the connection next.
 *
 * It also lets Postgres parse and plan each statement with parameters once per connection and role instead of each time (measured at 50
 * messages a second, partitioned tables: 5.6 → 3.5 s of Postgres CPU for 500 messages). Postgres itself goes back to a plan per call
 * where that is better (`plan_cache_mode = auto`), and must make it anew when the role is another.
 */
export function reachClient(client: Client, roles: Roles): void {
  const query = client.query.bind(client) as (text: unknown, values?: unknown) => Promise<unknown>
  let open: string | undefined
  let beginning: Promise<unknown> | undefined
  const prepared = (text: unknown, values: unknown, role: string) => {
    // Without parameters it may be several statements; those of loops are one each.
    const isOne = Array.isArray(values) && (values.length > 0 || role === roles.sweep)
    const name = isOne && typeof text === 'string' ? nameOf(role, text) : undefined
    return name === undefined ? query(text, values) : query({ name, text, values })
  }
  const begin = (reach: Reach | undefined) =>
    query(reach === undefined ? 'begin' : `begin; ${settingsOf(reach, roles)}`)
  const alone = async (reach: Reach, text: unknown, values: unknown) => {
    if (typeof text === 'string' && !(Array.isArray(values) && values.length > 0)) {
      // Statements that are sent together are one transaction.
      const [, ...results] = (await query(`${settingsOf(reach, roles)}; ${text}`)) as unknown[]
      return results.length === 1 ? results[0] : results
    }
    // One round trip: where the statement fails, what it began is undone instead of committed.
    const sent = [begin(reach), prepared(text, values, roleOf(reach, roles)), query('commit')]
    // All are answered before the connection goes to the next.
    await Promise.allSettled(sent)
    const [, result] = await Promise.all(sent)
    return result
  }
  /** BEGIN is answered together with the first statement after it. */
  const afterBegin = (answer: Promise<unknown>) => {
    if (beginning === undefined) return answer
    const both = Promise.all([beginning, answer]).then(([, result]) => result)
    beginning = undefined
    return both
  }
  client.query = (text, values) => {
    const reach = reaching.getStore()
    if (text === 'begin') {
      open = reach === undefined ? roles.request : roleOf(reach, roles)
      beginning = begin(reach)
      // Whoever asks next is told; until then a refusal is nobody's, and would end the process.
      beginning.catch(() => {})
      return Promise.resolve({ command: 'BEGIN', rowCount: null, rows: [] })
    }
    if (text === 'commit' || text === 'rollback') {
      open = undefined
      return afterBegin(query(text))
    }
    if (open !== undefined) return afterBegin(prepared(text, values, open))
    return reach === undefined ? prepared(text, values, roles.request) : alone(reach, text, values)
  }
}

function roleOf(reach: Reach, roles: Roles): string {
  if (reach === 'every workspace') return roles.sweep
  return reach === 'schema' ? roles.owner : roles.request
}

function settingsOf(reach: Reach, roles: Roles): string {
  // Who waits for a lock on a table holds up all who come after: changes of the schema give up soon, and try again.
  if (reach === 'schema') return settings({ role: roles.owner, lock_timeout: '1s' })
  // Statements of loops are always the same: planned once, not for every batch (a quarter of Postgres' time in the flow).
  if (reach === 'every workspace') return settings({ role: roles.sweep, plan_cache_mode: 'force_generic_plan' })
  const list = [...new Set(reach.workspaces)].map((id) => `"${id.replaceAll(/["\\]/g, '\\$&')}"`).join(',')
  return `set local ${workspacesSetting} = '{${list.replaceAll("'", "''")}}'`
}

/** One statement that sets these for the transaction. */
function settings(local: Record<string, string>): string {
  const each = Object.entries(local).map(
    ([name, value]) => `set_config('${name}', '${value.replaceAll("'", "''")}', true)`,
  )
  return `select ${each.join(', ')}`
}

function nameOf(role: string, text: string): string | undefined {
  const key = `${role}\n${text}`
  const known = names.get(key)
  if (known !== undefined || names.size >= statementsMax) return known
  const name = createHash('sha256').update(key).digest('base64url')
  names.set(key, name)
  return name
}
