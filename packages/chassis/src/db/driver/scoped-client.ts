import { createHash } from 'node:crypto'
import type { Writable } from 'node:stream'
import {
  currentTenantScope,
  type OwnSettings,
  type Roles,
  roleOf,
  settingsOf,
  type TenantScope,
} from '../tenant-scope.ts'

/** Marks a statement as the last of its transaction: COMMIT leaves with it, and it is answered when both are. */
export const lastMark = '/* last */ '

/** A connection that a pooler shares out: settings that each transaction begins with, and whether statements may be prepared. */
export type Pooled = { settings: OwnSettings; followsStatements: boolean }

type Answered = (err: Error | null, result: unknown) => void
type Query = (text: unknown, values?: unknown, answered?: Answered) => unknown
type Client = { query: Query; connection: { stream: Corked } }
type Corked = Pick<Writable, 'cork' | 'uncork'>

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
 *
 * Behind a pooler its settings go out with each transaction, too, and no statement runs outside of one: a connection is not ours in between.
 */
export function scopeClient(client: Client, roles: Roles, pooled?: Pooled): void {
  const connection = new ScopedConnection(client, roles, pooled)
  client.query = (text, values) => connection.query(text, values)
}

/** BEGIN, COMMIT and ROLLBACK are the ORM's; what goes out for them, and when, is decided here. */
class ScopedConnection {
  readonly #ask: Query
  readonly #joinWrites: () => void
  readonly #roles: Roles
  readonly #pooled: Pooled | undefined
  /** The role of the open transaction. */
  #open: string | undefined
  #beginning: Promise<unknown> | undefined
  #committing: Promise<unknown> | undefined

  constructor(client: Client, roles: Roles, pooled: Pooled | undefined) {
    this.#ask = client.query.bind(client)
    this.#joinWrites = joiningWrites(client.connection.stream)
    this.#roles = roles
    this.#pooled = pooled
  }

  query(text: unknown, values: unknown): Promise<unknown> {
    const scope = currentTenantScope()
    if (text === 'begin') return this.#begin(scope)
    if (text === 'commit' || text === 'rollback') return this.#end(text)
    if (this.#open !== undefined) return this.#within(text, values, this.#open)
    if (scope === undefined && this.#pooled === undefined) return this.#prepared(text, values, this.#roles.request)
    return this.#alone(scope, text, values)
  }

  #begin(scope: TenantScope | undefined): Promise<unknown> {
    this.#open = roleOf(scope, this.#roles)
    this.#beginning = this.#sendBegin(scope)
    // The next statement gets the refusal; until then it is handled by no one, and would end the process.
    this.#beginning.catch(() => {})
    return Promise.resolve({ command: 'BEGIN', rowCount: null, rows: [] })
  }

  #within(text: unknown, values: unknown, role: string): Promise<unknown> {
    if (this.#committing !== undefined)
      return Promise.reject(new Error('a statement after the last of its transaction'))
    const isLast = typeof text === 'string' && text.startsWith(lastMark)
    return this.#afterBegin(
      isLast ? this.#withCommit(text.slice(lastMark.length), values, role) : this.#prepared(text, values, role),
    )
  }

  /** Sends COMMIT with the statement; when that fails, COMMIT undoes what was done before it. */
  async #withCommit(text: string, values: unknown, role: string): Promise<unknown> {
    const answers = allAnswered([this.#prepared(text, values, role), this.#send('commit')])
    const committed = () => ({ command: 'COMMIT', rowCount: null, rows: [] })
    this.#committing = answers.then(committed, committed)
    return (await answers)[0]
  }

  #end(text: string): Promise<unknown> {
    const already = this.#committing
    this.#open = undefined
    this.#committing = undefined
    return already ?? this.#afterBegin(this.#send(text))
  }

  async #alone(scope: TenantScope | undefined, text: unknown, values: unknown): Promise<unknown> {
    if (typeof text === 'string' && !(Array.isArray(values) && values.length > 0)) {
      // Statements that are sent together are one transaction.
      const settings = this.#settingsOf(scope)
      const results = [await this.#send([...settings, text].join('; '))].flat().slice(settings.length)
      return results.length === 1 ? results[0] : results
    }
    // One round trip: where the statement fails, what it began is undone instead of committed.
    const role = roleOf(scope, this.#roles)
    return (await allAnswered([this.#sendBegin(scope), this.#prepared(text, values, role), this.#send('commit')]))[1]
  }

  /** BEGIN is answered together with the first statement after it. */
  #afterBegin(answer: Promise<unknown>): Promise<unknown> {
    const beginning = this.#beginning
    this.#beginning = undefined
    return beginning === undefined ? answer : Promise.all([beginning, answer]).then(([, result]) => result)
  }

  #sendBegin(scope: TenantScope | undefined): Promise<unknown> {
    return this.#send(['begin', ...this.#settingsOf(scope)].join('; '))
  }

  #settingsOf(scope: TenantScope | undefined): string[] {
    return settingsOf(scope, this.#roles, this.#pooled?.settings)
  }

  #prepared(text: unknown, values: unknown, role: string): Promise<unknown> {
    // Without parameters it may be several statements; those of loops are one each.
    const isOne = Array.isArray(values) && (values.length > 0 || role === this.#roles.sweep)
    const isNamed = isOne && this.#pooled?.followsStatements !== false
    const name = isNamed && typeof text === 'string' ? nameOf(role, text) : undefined
    return name === undefined ? this.#send(text, values) : this.#send({ name, text, values })
  }

  /**
   * Sends a statement with a callback: for the promise of `pg`, it assigns a function to a property of each query, which V8 creates in the
   * old generation, where it keeps the query and its rows until a major collection (measured: 1.5 KB for each query, and its rows).
   */
  async #send(text: unknown, values?: unknown): Promise<unknown> {
    this.#joinWrites()
    try {
      return await new Promise((resolve, reject) => {
        this.#ask(text, values, (err, result) => (err ? reject(err) : resolve(result)))
      })
    } catch (err) {
      // The trace of the answer leads to the socket; this one leads to who asked.
      if (err instanceof Error) Error.captureStackTrace(err)
      throw err
    }
  }
}

/** The answers, or the first refusal, when all are there: the connection must not go to the next before. */
async function allAnswered(sent: Promise<unknown>[]): Promise<unknown[]> {
  await Promise.allSettled(sent)
  return Promise.all(sent)
}

/** Joins what is asked in one turn of the event loop, as BEGIN and the statement after it, into one write. */
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

function nameOf(role: string, text: string): string | undefined {
  const key = `${role}\n${text}`
  const known = names.get(key)
  if (known !== undefined || names.size >= statementsMax) return known
  const name = createHash('sha256').update(key).digest('base64url')
  names.set(key, name)
  return name
}
