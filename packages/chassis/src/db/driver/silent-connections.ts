import type { Duplex } from 'node:stream'

type Client = {
  /** False while the answer to a statement is awaited. */
  readyForQuery: boolean
  /** True once its end was requested. */
  _ending: boolean
  connection: { stream: Duplex & { bytesRead: number } }
}
type Pool = { on(event: 'connect' | 'remove', listener: (client: Client) => void): void }

const lookEveryMs = 1_000

/** Ends a connection as a network does whose other end is known to be gone; what waited on it may succeed on another. */
class SilentConnection extends Error {
  readonly code = 'ETIMEDOUT'
}

/**
 * Ends connections on which an answer, or their end, is awaited and not one byte has come for `limitMs`, more than any statement may take: the other end
 * has vanished, or the way to it, and TCP would notice that after a quarter of an hour. One timer looks at all connections of the pool, so
 * a statement costs nothing. Looks are counted, not time: what came while this process was stopped is read before the next look.
 */
export function endSilentConnections(pool: Pool, limitMs: number): void {
  const watched = new Map<Client, { bytesRead: number; silentLooks: number }>()
  let timer: NodeJS.Timeout | undefined
  const look = () => {
    for (const [client, seen] of watched) {
      const { stream } = client.connection
      const isAwaited = !client.readyForQuery || client._ending
      const isSilent = isAwaited && stream.bytesRead === seen.bytesRead
      seen.silentLooks = isSilent ? seen.silentLooks + 1 : 0
      seen.bytesRead = stream.bytesRead
      if (seen.silentLooks * lookEveryMs <= limitMs) continue
      stream.destroy(client._ending ? undefined : new SilentConnection('Postgres has not answered'))
    }
  }
  pool.on('connect', (client) => {
    watched.set(client, { bytesRead: 0, silentLooks: 0 })
    timer ??= setInterval(look, lookEveryMs).unref()
  })
  pool.on('remove', (client) => {
    watched.delete(client)
    if (watched.size > 0) return
    clearInterval(timer)
    timer = undefined
  })
}
