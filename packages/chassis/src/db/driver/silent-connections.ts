import type { Duplex } from 'node:stream'

type Client = {
  /** False while a statement's response is awaited. */
  readyForQuery: boolean
  _ending: boolean
  connection: { stream: Duplex & { bytesRead: number } }
}

const lookEveryMs = 1_000

/** Fails a connection the way a network does when it knows that the peer is gone. Waiting work may succeed on another connection. */
class SilentConnection extends Error {
  readonly code = 'ETIMEDOUT'
}

/**
 * Closes connections that await a response, or their end, and have received no byte for `limitMs`. That is longer than any statement may
 * take, so the peer or the route to it is gone, which TCP would take a quarter of an hour to notice. One timer checks all connections of
 * the pool, so statements cost nothing. It counts checks instead of time: bytes that arrived while this process was suspended are read
 * before the next check.
 */
export function endSilentConnections(
  pool: { on(event: 'connect' | 'remove', listener: (client: Client) => void): void },
  limitMs: number,
): void {
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
