import type { EntityManager } from '@mikro-orm/postgresql'
import type { CompiledQuery } from 'kysely'

type Result = { command: string; rowCount: number | null; rows: unknown[] }
type PooledClient = { query(text: string, values: readonly unknown[]): Promise<Result>; release(err?: Error): void }

const changing = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE'])

/** The transaction in the form that the EntityManager needs. Its statements run on this connection until it ends. */
class DriverTransaction {
  readonly #client: PooledClient
  #hasEnded = false

  constructor(client: PooledClient) {
    this.#client = client
  }

  async executeQuery(query: CompiledQuery): Promise<{ numAffectedRows?: bigint; rows: unknown[] }> {
    // Other work may be using the connection by now.
    if (this.#hasEnded) throw new Error('a statement after the end of its transaction')
    const { command, rowCount, rows } = await this.#client.query(query.sql, query.parameters)
    return { rows: rows ?? [], ...(changing.has(command) ? { numAffectedRows: BigInt(rowCount ?? 0) } : {}) }
  }

  begin(): Promise<unknown> {
    return this.#client.query('begin', [])
  }

  end(text: 'commit' | 'rollback'): Promise<unknown> {
    this.#hasEnded = true
    return this.#client.query(text, [])
  }
}

/**
 * Runs `work` in a transaction of this EntityManager, which must be new. BEGIN, COMMIT and ROLLBACK go directly to the driver. The ORM
 * would create a second EntityManager and two layers of objects per transaction, which costs more than a short transaction does in
 * Postgres.
 */
export async function inDriverTransaction<T>(em: EntityManager, work: (em: EntityManager) => Promise<T>): Promise<T> {
  const pool = (await em.getConnection().getNativeClient()) as unknown as { connect(): Promise<PooledClient> }
  const client = await pool.connect()
  const transaction = new DriverTransaction(client)
  let broken: Error | undefined
  em.setTransactionContext(transaction)
  try {
    await transaction.begin()
    const value = await work(em)
    await em.flush()
    await transaction.end('commit')
    return value
  } catch (err) {
    await transaction.end('rollback').catch((error: Error) => {
      broken = error
    })
    throw err
  } finally {
    client.release(broken)
  }
}
