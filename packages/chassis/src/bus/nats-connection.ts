import { type ConnectionOptions, connect, type JetStreamClient, type JetStreamManager, type NatsConnection } from 'nats'

/** Oldest server version whose consumers can filter several subjects and whose streams can reject messages when full. */
const serverVersionMin = [2, 10] as const
export const requestTimeoutMs = 5_000

export type Wire = { nc: NatsConnection; js: JetStreamClient; jsm: JetStreamManager }

export type BrokerAddress = {
  /** One or more comma-separated URLs: `nats://user:password@host:4222`, or `tls://` for TLS from the first byte. */
  url: string
  /** PEM certificates: the broker's certificate authority, and the client's own certificate with its key. */
  tls?: { ca?: string | undefined; cert?: string | undefined; key?: string | undefined }
}

/**
 * Returns a connection's servers, login and TLS options. The library ignores a login in the URL, and falls back to clear text if a `tls://`
 * broker doesn't offer TLS. Here the handshake comes first, so such a broker never receives a password.
 */
export function loginOptions({ url, tls = {} }: BrokerAddress): ConnectionOptions {
  const addresses = url.split(',').map((each) => new URL(each.trim()))
  const [first] = addresses
  const { username = '', password = '' } = first ?? {}
  const [user, pass] = [decodeURIComponent(username), decodeURIComponent(password)]
  const login = pass ? { user, pass } : user ? { token: user } : {}
  const { ca, cert, key } = tls
  const isSecure = first?.protocol === 'tls:' || ca !== undefined || cert !== undefined
  const own = cert === undefined || key === undefined ? {} : { cert, key }
  return {
    servers: addresses.map(({ host }) => host),
    ...login,
    ...(isSecure ? { tls: { handshakeFirst: true, ...(ca === undefined ? {} : { ca }), ...own } } : {}),
  }
}

/** Connects a service to the broker once. A lost connection is reestablished with no limit on attempts. */
export async function connectTo(opts: BrokerAddress & { service: string }): Promise<Wire> {
  const nc = await connect({
    ...loginOptions(opts),
    name: `posthorn ${opts.service}`,
    maxReconnectAttempts: -1,
    reconnectTimeWait: 250,
    reconnectJitter: 100,
    pingInterval: 5_000,
    maxPingOut: 2,
    timeout: 3_000,
    // Capturing a stack trace for each publication, in case it fails, took 2.5 % of a busy messaging service's time.
    noAsyncTraces: true,
  })
  refuseOldServer(nc)
  const jsm = await nc.jetstreamManager({ checkAPI: false, timeout: requestTimeoutMs })
  return { nc, js: nc.jetstream({ timeout: requestTimeoutMs }), jsm }
}

function refuseOldServer(nc: NatsConnection): void {
  const version = nc.info?.version ?? '0.0'
  const [major = 0, minor = 0] = version.split('.').map(Number)
  if (major > serverVersionMin[0] || (major === serverVersionMin[0] && minor >= serverVersionMin[1])) return
  throw new Error(`NATS ${version} is too old; Posthorn needs ${serverVersionMin.join('.')} or newer`)
}
