import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'

/** A TCP proxy that can break connections in every way a network does, to test how clients of Postgres, NATS or HTTP recover. */
export type Proxy = {
  /** The target's URL with the proxy's address. */
  url: string
  port: number
  /** Number of open connections, except silent ones. */
  connections(): number
  /** Drops every open connection. New ones work. */
  cut(): void
  /** Keeps connections open and accepts new ones, but transfers nothing. */
  hang(): void
  /** Makes open connections permanently silent, as if the peer lost power. New ones work. */
  silence(): void
  /** Drops every open connection and refuses new ones. */
  refuse(): Promise<void>
  /** Makes the proxy work again on the same port. Bytes held by `hang` are delivered. */
  resume(): Promise<void>
  /** Connects new connections to this URL's server, as if an address had moved. Open ones stay where they are. */
  leadTo(target: string): void
  /** Does the same as `refuse`, at the end of a test. */
  stop(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

const DEFAULT_PORTS: Readonly<Record<string, number>> = { 'http:': 80, 'https:': 443, 'postgres:': 5432, 'nats:': 4222 }

/**
 * Starts a TCP proxy on 127.0.0.1 in front of a server.
 * @param target the server's URL, for any protocol over TCP: `postgres://…`, `nats://…`, `http://…`.
 */
export const startProxy = async (target: string): Promise<Proxy> => {
  const url = new URL(target)
  const [pairs, silent] = [new Set<Pair>(), new Set<Pair>()]
  let [to, hanging] = [addressOf(url), false]

  const server = createServer((near) => {
    const far = connect(to)
    const pair = [near, far] as const
    pairs.add(pair)
    join(pair, () => [pairs, silent].map((each) => each.delete(pair)))
    if (hanging) hold(pair)
  })
  const cut = () => [...pairs, ...silent].forEach(drop)
  const refuse = async () => {
    const closed = server.listening ? new Promise((resolve) => server.close(resolve)) : undefined
    cut()
    await closed
  }

  const port = await listen(server, 0)
  url.host = `127.0.0.1:${port}`
  return {
    url: url.href,
    port,
    connections: () => pairs.size,
    cut,
    hang: () => {
      hanging = true
      pairs.forEach(hold)
    },
    silence: () => {
      pairs.forEach(hold)
      for (const pair of pairs) silent.add(pair)
      pairs.clear()
    },
    refuse,
    resume: async () => {
      hanging = false
      pairs.forEach(flow)
      if (!server.listening) await listen(server, port)
    },
    leadTo: (other) => {
      to = addressOf(new URL(other))
    },
    stop: refuse,
    [Symbol.asyncDispose]: refuse,
  }
}

/** Returns where a URL leads. A URL omits the default port of its protocol, but a socket needs one. */
const addressOf = (url: URL) => ({ host: url.hostname, port: Number(url.port) || (DEFAULT_PORTS[url.protocol] ?? 0) })

/** Listens on a port, or on a free one if `port` is 0. Returns the port. */
const listen = (server: Server, port: number): Promise<number> =>
  new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', () => resolve((server.off('error', reject).address() as AddressInfo).port))
  })

type Pair = readonly [Socket, Socket]

/** Copies bytes in both directions. If one side closes, closes the other. */
const join = ([near, far]: Pair, onEnd: () => void): void => {
  for (const [from, to] of [
    [near, far],
    [far, near],
  ] as const) {
    from.setNoDelay(true)
    from.pipe(to)
    from.on('error', () => undefined)
    from.once('close', () => {
      to.destroy()
      onEnd()
    })
  }
}

/** Stops copying. Bytes that arrive wait in the buffers of both sockets. */
const hold = ([near, far]: Pair): void => {
  near.unpipe(far).pause()
  far.unpipe(near).pause()
}

/** Copies bytes again after `hold`. */
const flow = ([near, far]: Pair): void => {
  // Piping twice would deliver every byte twice.
  near.unpipe(far).pipe(far)
  far.unpipe(near).pipe(near)
}

/** Resets both connections, as a crash of the peer does, rather than closing them in order. */
const drop = ([near, far]: Pair): void => {
  near.resetAndDestroy()
  far.resetAndDestroy()
}
