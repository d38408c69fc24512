type Client = { query(...args: unknown[]): Promise<unknown>; end(): Promise<void> }
type Pool = { on(event: 'connect', listener: (client: Client) => void): void }

/**
 * Gives the place in the pool back when a connection dies inside a transaction. Kysely frees a transaction's connection only after a
 * ROLLBACK that succeeds, which a dead connection never does: each lost one would shrink the pool for good. A ROLLBACK that fails is
 * therefore answered as done, as the server has done it, and its connection is ended so that nobody gets it again.
 */
export function freeLostConnections(pool: Pool): void {
  pool.on('connect', (client) => {
    const query = client.query.bind(client)
    client.query = (...args) => {
      const asked = query(...args)
      if (args[0] !== 'rollback') return asked
      return asked.catch(() => {
        void client.end().catch(() => {})
        return { command: 'ROLLBACK', rowCount: null, rows: [] }
      })
    }
  })
}
