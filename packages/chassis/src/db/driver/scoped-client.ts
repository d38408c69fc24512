import { createHash } from 'node:crypto'
import type { Writable } from 'node:stream'
import {
  currentTenantScope,
  type OwnSettings,
  type Roles,
  roleOf,
  scopeSettings,
  type TenantScope,
} from '../tenant-scope.ts'

/** Marks a transaction's last statement. COMMIT is sent with the statement, which resolves when both are done. */
export const lastMark = '/* last */ '

/** A connection shared through a pooler: the settings that start each transaction, and whether statements can be prepared. */
export type Pooled = { settings: OwnSettings; followsStatements: boolean }

type Query = (text: unknown, values?: unknown, answered?: (err: Error | null, result: unknown) => void) => unknown
type Client = { query: Query; connection: { stream: Corked } }
type Corked = Pick<Writable, 'cork' | 'uncork'>

/** Maximum number of prepared statements per connection. Beyond that, lists with unusual filters are planned each time. */
const statementsMax = 500

/** Names of prepared statements, by role and text: of each pool, so that its lists don't use up another service's names. */
export type StatementNames = Map<string, string>

type Scoped = { roles: Roles; names: StatementNames; pooled?: Pooled | undefined }

/**
 * Sets the tenant scope of every transaction on this connection. The settings are sent in the same round trip as BEGIN and the first
 * statement, because the connection sends the next request without waiting for a response. A statement outside a transaction is wrapped in
 * one if it has a scope. The settings are local to the transaction, so they don't affect the next user of the connection.
 *
 * Parameterized statements are prepared, up to `statementsMax`, so that Postgres parses and plans them only once for each connection and
 * role (measured at 50 messages a second with partitioned tables: 5.6 → 3.5 s of Postgres CPU for 500 messages). It still plans individual
 * calls if that is better (`plan_cache_mode = auto`). Nothing is prepared behind a pooler that doesn't track prepared statements.
 *
 * Behind a pooler, the connection's own settings are also sent with each transaction, and no statement runs outside a transaction, because
 * another client may use the connection between transactions.
 */
export function scopeClient(client: Client, scoped: Scoped): void {
  const connection = new ScopedConnection(client, scoped)
  client.query = (text, values) => connection.query(text, values)
}

/** Decides what is sent for the ORM's BEGIN, COMMIT and ROLLBACK, and when. */
class ScopedConnection {
  readonly #ask: Query
  readonly #joinWrites: () => void
  readonly #roles: Roles
  readonly #names: StatementNames
  readonly #pooled: Pooled | undefined
  #open: string | undefined
  #beginning: Promise<unknown> | undefined
  #committing: Promise<unknown> | undefined

  constructor(client: Client, { roles, names, pooled }: Scoped) {
    this.#ask = client.query.bind(client)
    this.#joinWrites = joiningWrites(client.connection.stream)
    this.#roles = roles
    this.#names = names
    this.#pooled = pooled
  }

  /** Takes the place of the driver's `query`, which the ORM and `inDriverTransaction` call. */
  query(text: unknown, values: unknown): Promise<unknown> {
    const scope = currentTenantScope()
    if (text === 'begin') return this.#begin(scope)
    if (text === 'commit' || text === 'rollback') return this.#end(text)
    if (this.#open !== undefined) return this.#within(text, values, this.#open)
    if (scope === undefined && this.#pooled === undefined) return this.#prepared(text, values, this.#roles.request)
    return this.#alone(scope, text, values)
  }

  /** Sends BEGIN without waiting for the response. The first statement waits for both. */
  #begin(scope: TenantScope | undefined): Promise<unknown> {
    this.#open = roleOf(scope, this.#roles)
    this.#beginning = this.#sendBegin(scope)
    // The next statement gets the error. Until then, it must not count as an unhandled rejection, which would end the process.
    this.#beginning.catch(() => {})
    return Promise.resolve({ command: 'BEGIN', rowCount: null, rows: [] })
  }

  /** Sends a statement of the open transaction, with COMMIT if it is marked as the last. */
  #within(text: unknown, values: unknown, role: string): Promise<unknown> {
    if (this.#committing !== undefined)
      return Promise.reject(new Error('a statement after the last of its transaction'))
    const isLast = typeof text === 'string' && text.startsWith(lastMark)
    return this.#afterBegin(
      isLast ? this.#withCommit(text.slice(lastMark.length), values, role) : this.#prepared(text, values, role),
    )
  }

  /** Sends COMMIT with the statement. If the statement fails, COMMIT rolls back the transaction. */
  async #withCommit(text: string, values: unknown, role: string): Promise<unknown> {
    const answers = allAnswered([this.#prepared(text, values, role), this.#send('commit')])
    const committed = () => ({ command: 'COMMIT', rowCount: null, rows: [] })
    this.#committing = answers.then(committed, committed)
    return (await answers)[0]
  }

  /** Ends the transaction, unless its last statement has already sent COMMIT. */
  #end(text: string): Promise<unknown> {
    const already = this.#committing
    this.#open = undefined
    this.#committing = undefined
    return already ?? this.#afterBegin(this.#send(text))
  }

  /** Sends a statement that belongs to no transaction, wrapped in one so that its scope applies. */
  async #alone(scope: TenantScope | undefined, text: unknown, values: unknown): Promise<unknown> {
    if (typeof text === 'string' && !(Array.isArray(values) && values.length > 0)) {
      // Statements sent together form one transaction.
      const settings = this.#scopeSettings(scope)
      const results = [await this.#send([...settings, text].join('; '))].flat().slice(settings.length)
      return results.length === 1 ? results[0] : results
    }
    // A single round trip: if the statement fails, the transaction rolls back instead of committing.
    const role = roleOf(scope, this.#roles)
    return (await allAnswered([this.#sendBegin(scope), this.#prepared(text, values, role), this.#send('commit')]))[1]
  }

  /** Returns the response to the first statement after BEGIN, which arrives together with the response to BEGIN. */
  #afterBegin(answer: Promise<unknown>): Promise<unknown> {
    const beginning = this.#beginning
    this.#beginning = undefined
    return beginning === undefined ? answer : Promise.all([beginning, answer]).then(([, result]) => result)
  }

  #sendBegin(scope: TenantScope | undefined): Promise<unknown> {
    return this.#send(['begin', ...this.#scopeSettings(scope)].join('; '))
  }

  #scopeSettings(scope: TenantScope | undefined): string[] {
    return scopeSettings(scope, this.#roles, this.#pooled?.settings)
  }

  /** Sends a statement, prepared with a name if it is certainly a single one, names are left, and a pooler follows them. */
  #prepared(text: unknown, values: unknown, role: string): Promise<unknown> {
    // Text without parameters may contain several statements, but loops send only one at a time.
    const isOne = Array.isArray(values) && (values.length > 0 || role === this.#roles.sweep)
    const isNamed = isOne && this.#pooled?.followsStatements !== false
    const name = isNamed && typeof text === 'string' ? nameOf(this.#names, role, text) : undefined
    return name === undefined ? this.#send(text, values) : this.#send({ name, text, values })
  }

  /**
   * Sends a statement with a callback. With promises, `pg` assigns a function to a property of each query. V8 allocates that function in
   * the old generation, where it keeps the query and its rows alive until a major collection (measured: 1.5 KB per query, plus its rows).
   */
  async #send(text: unknown, values?: unknown): Promise<unknown> {
    this.#joinWrites()
    try {
      return await new Promise((resolve, reject) => {
        this.#ask(text, values, (err, result) => (err ? reject(err) : resolve(result)))
      })
    } catch (err) {
      // The response's stack leads to the socket; this one leads to the caller.
      if (err instanceof Error) Error.captureStackTrace(err)
      throw err
    }
  }
}

/** Returns the responses, or the first error, once all have arrived. The connection must not be released earlier. */
async function allAnswered(sent: Promise<unknown>[]): Promise<unknown[]> {
  await Promise.allSettled(sent)
  return Promise.all(sent)
}

/** Combines requests of one event loop turn, such as BEGIN and the next statement, into one write, and so into one system call. */
function joiningWrites(stream: Corked): () => void {
  let isJoining = false
  return () => {
    if (isJoining) return
    isJoining = true
    stream.cork()
    process.nextTick(() => {
      isJoining = false
      stream.uncork()
    })
  }
}

/** Returns a prepared statement's name: a hash, because Postgres cuts long names. Undefined if it has none and all names are used up. */
function nameOf(names: StatementNames, role: string, text: string): string | undefined {
  const key = `${role}\n${text}`
  const known = names.get(key)
  if (known !== undefined || names.size >= statementsMax) return known
  const name = createHash('sha256').update(key).digest('base64url')
  names.set(key, name)
  return name
}
