import type { ConnectionOptions } from 'nats'

/** Address of the broker, and what a service needs to log in to it over TLS. */
export type BrokerAddress = {
  /** One or several addresses, comma separated: `nats://user:password@host:4222`, or `tls://` for TLS from the first byte. */
  url: string
  /** Certificates in PEM: the authority that signed the broker's, and the client's own with its key. */
  tls?: { ca?: string | undefined; cert?: string | undefined; key?: string | undefined }
}

/**
 * Returns the servers, login and TLS of a connection. The library ignores a login within an address, and continues in clear text where
 * `tls://` names a broker without TLS; here the handshake comes first, so that such a broker is never sent a password.
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
