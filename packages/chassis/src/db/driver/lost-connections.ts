type Client = { release(err?: Error): void; on(event: 'error' | 'end', listener: (err?: Error) => void): void }
type Pool = {
  on(event: 'connect' | 'acquire', listener: (client: Client) => void): void
  on(event: 'release', listener: (err: unknown, client: Client) => void): void
}

/**
 * Gives the place in the pool back as soon as a connection dies while someone holds it. Kysely gives a transaction's connection back
 * only after a COMMIT or ROLLBACK that succeeds, and not at all when BEGIN fails; a dead one does none of it, and each would make the
 * pool smaller for good. What still runs on it fails by itself; a release that comes after all does nothing.
 */
export function freeLostConnections(pool: Pool): void {
  const inUse = new Set<Client>()
  pool.on('acquire', (client) => void inUse.add(client))
  pool.on('release', (_err, client) => void inUse.delete(client))
  pool.on('connect', (client) => {
    const free = (err: Error = new Error('the connection ended')) => {
      if (!inUse.has(client)) return
      const { release } = client
      client.release = () => {}
      release(err)
    }
    client.on('error', free)
    client.on('end', () => free())
  })
}
