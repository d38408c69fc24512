import { lookup, Resolver } from 'node:dns/promises'
import { isIP, type Socket, type TcpNetConnectOpts, connect as tcpConnect } from 'node:net'
import { networkInterfaces } from 'node:os'
import { connect as tlsConnect } from 'node:tls'
import type { buildConnector } from 'undici'
import { ExchangeError, failureOf } from './exchange.ts'
import { canonicalAddress, hostOf, isGlobalAddress, type VetOptions } from './vet-url.ts'

/**
 * Name resolution. `dnsServers` (`address:port`): used instead of the machine's DNS servers. `onForbidden`: called for each name that
 * resolves to a forbidden address.
 */
type ResolveOptions = VetOptions & { dnsServers?: string[]; onForbidden?: () => void }

const dnsTimeoutMs = 2_000
/** Least time that Node allows for an attempt to reach one of several addresses. */
const minAttemptMs = 10
/** Each address costs a connection, and the owner of the name chooses how many there are. */
const attemptsMax = 4

// RFC 6761, section 6.3. The system's lookup uses four threads, which unanswered lookups can block for seconds.
const loopback = ['127.0.0.1', '::1']
const isLoopbackName = (host: string) => /(^|\.)localhost$/i.test(host)

/**
 * Resolves a host and vets every address. Refuses the name if any address isn't public, or is this machine's own. Throws `ExchangeError`
 * within 2 s: `not_allowed` for an address, `dns` for a name. A name in our network fails like one that doesn't exist, so that callers
 * can't probe for names.
 */
export async function resolveVetted(host: string, opts: ResolveOptions): Promise<string[]> {
  const isName = isIP(host) === 0
  const addresses = isName ? await addressesOf(host, opts) : [host]
  if (opts.allowPrivate) return addresses
  const own = ownAddresses()
  const canonical = addresses.map(canonicalAddress)
  if (addresses.every((address, i) => isGlobalAddress(address) && !own.has(canonical[i] ?? address))) return canonical
  if (!isName) throw new ExchangeError('not_allowed', `${host} is not a public address`)
  opts.onForbidden?.()
  throw noPublicAddress()
}

const noPublicAddress = () => new ExchangeError('dns', 'no public address was found for the name')

/** Returns this machine's addresses. They are refused even if they are public, because what listens there may trust this machine. */
function ownAddresses(): ReadonlySet<string> {
  const local = Object.values(networkInterfaces()).flatMap((list) => (list ?? []).map(({ address }) => address))
  return new Set(local.map(canonicalAddress))
}

/** Resolves a name. Only where private names are allowed does the error tell why a name has no address. */
async function addressesOf(host: string, opts: ResolveOptions): Promise<string[]> {
  if (opts.allowPrivate && isLoopbackName(host)) return [...loopback]
  const asking = opts.allowPrivate && !opts.dnsServers ? askSystem(host) : askServers(host, opts.dnsServers)
  const addresses = await asking.catch((err: unknown) => {
    throw opts.allowPrivate ? failureOf('dns', err) : noPublicAddress()
  })
  if (addresses.length > 0) return addresses
  throw opts.allowPrivate ? failureOf('dns', { code: 'ENODATA' }) : noPublicAddress()
}

/** The system's lookup, including its hosts file. Used only if private names are allowed. */
async function askSystem(host: string): Promise<string[]> {
  const answers = await withinTimeout(lookup(host, { all: true, order: 'ipv4first' }))
  return answers.map(({ address }) => address)
}

/** Asks name servers for IPv4 and IPv6 addresses at once. One failed answer does not matter if the other has addresses. */
async function askServers(host: string, servers: string[] | undefined): Promise<string[]> {
  const resolver = new Resolver({ timeout: dnsTimeoutMs, tries: 1 })
  if (servers) resolver.setServers(servers)
  try {
    const answers = await withinTimeout(Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]))
    const addresses = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
    const failed = answers.find((answer) => answer.status === 'rejected')
    if (addresses.length === 0 && failed) throw failed.reason
    return addresses
  } finally {
    resolver.cancel()
  }
}

/** Rejects with a DNS timeout after 2 s, whatever the resolver does. */
async function withinTimeout<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(Object.assign(new Error('no answer'), { code: 'ETIMEOUT' })), dnsTimeoutMs)
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}

/** How names are resolved, the timeout for connecting and TLS, and certificates to trust instead of the usual ones. */
type DialOptions = ResolveOptions & { connectTimeoutMs: number; ca?: string }

/**
 * Opens connections for undici. The check is here rather than in a `lookup` hook, which isn't called for IP addresses in the URL. Resolves
 * the name, connects to a vetted address, and verifies that the socket reached it.
 */
export const vettedConnector =
  (opts: DialOptions): buildConnector.connector =>
  (target, callback) =>
    void connectFor(target, { opts, callback })

/** Passes the connected socket, or the error, to the callback that undici expects. */
async function connectFor(
  target: buildConnector.Options,
  { opts, callback }: { opts: DialOptions; callback: buildConnector.Callback },
): Promise<void> {
  try {
    callback(null, await dial(target, opts))
  } catch (err) {
    callback(err as Error, null)
  }
}

/** Connects to the first vetted address of the host that accepts, so that the name cannot resolve to another one after the check. */
async function dial(target: buildConnector.Options, opts: DialOptions): Promise<Socket> {
  const host = hostOf(target)
  const addresses = await resolveVetted(host, opts)
  const secure = target.protocol === 'https:'
  const port = Number(target.port) || (secure ? 443 : 80)
  const place = placeOf(host, { addresses, port, connectTimeoutMs: opts.connectTimeoutMs })
  const socket = secure ? openTls({ host, place, ca: opts.ca }) : tcpConnect(place)
  // The socket may fail between our listener and undici's. Without a listener, the error would end the process.
  socket.on('error', () => {})
  socket.setNoDelay(true)
  socket.setKeepAlive(true, 60_000)
  return skipInterimResponses(await whenOpen(socket, { secure, addresses, opts }))
}

type Place = { addresses: string[]; port: number; connectTimeoutMs: number }

/** Returns where to connect, so that Node resolves nothing. Node tries several addresses one after the other, IPv4 and IPv6 by turns. */
function placeOf(host: string, { addresses, port, connectTimeoutMs }: Place): TcpNetConnectOpts {
  if (addresses.length === 1) return { host: addresses[0] as string, port }
  const found = pickAddresses(addresses)
  return {
    host,
    port,
    lookup: (_host, _options, callback) => callback(null, found),
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: Math.max(minAttemptMs, Math.floor(connectTimeoutMs / found.length)),
  }
}

/** Returns the addresses to try: the first of IPv4 and IPv6, half of each if there are enough. */
function pickAddresses(addresses: string[]): { address: string; family: number }[] {
  const all = addresses.map((address) => ({ address, family: isIP(address) }))
  const [four, six] = [all.filter(({ family }) => family === 4), all.filter(({ family }) => family === 6)]
  const fours = four.slice(0, Math.max(attemptsMax / 2, attemptsMax - six.length))
  return [...fours, ...six.slice(0, attemptsMax - fours.length)]
}

/** Starts a TLS connection. `host` is the name that the certificate must be for. */
function openTls({ host, place, ca }: { host: string; place: TcpNetConnectOpts; ca: string | undefined }) {
  return tlsConnect({
    ...place,
    servername: isIP(host) === 0 ? host : '',
    ALPNProtocols: ['http/1.1'],
    minVersion: 'TLSv1.2',
    ...(ca ? { ca } : {}),
  })
}

/**
 * Waits until the socket is connected and, if `secure`, its TLS handshake has ended. If that fails or takes too long, closes the socket and
 * rejects.
 */
function whenOpen(
  socket: Socket,
  { secure, addresses, opts }: { secure: boolean; addresses: string[]; opts: DialOptions },
): Promise<Socket> {
  return new Promise((resolve, reject) => {
    let phase: 'connect' | 'tls' = 'connect'
    const settle = (err?: ExchangeError) => {
      clearTimeout(timer)
      socket.off('error', onError)
      if (!err) return resolve(socket)
      socket.destroy()
      reject(err)
    }
    const onError = (err: Error) => settle(failureOf(phase, err))
    const timer = setTimeout(
      () => settle(new ExchangeError('timeout', `no connection within ${opts.connectTimeoutMs} ms`)),
      opts.connectTimeoutMs,
    )
    socket.on('error', onError)
    socket.once('connect', () => {
      phase = 'tls'
      // Second check: the peer must be a vetted address.
      if (!reached(socket, addresses, opts)) settle(new ExchangeError('not_allowed', 'another address was reached'))
      else if (!secure) settle()
    })
    if (secure) socket.once('secureConnect', () => settle())
  })
}

/** Returns whether the socket is connected to a vetted address. If private addresses are allowed, none is vetted. */
function reached(socket: Socket, addresses: string[], { allowPrivate }: DialOptions): boolean {
  if (allowPrivate) return true
  const { remoteAddress } = socket
  return (
    remoteAddress !== undefined && addresses.includes(canonicalAddress(remoteAddress)) && isGlobalAddress(remoteAddress)
  )
}

/** Maximum size of an interim response's head, in bytes. Longer heads are left to the parser. */
const headBytesMax = 16 * 1024

/** Status line of an interim response, except a protocol switch, and an example of one. */
const interim = /^HTTP\/1\.[01] 1(?!01)\d\d[ \r\n]/
const example = 'HTTP/1.1 100 '
const endOfHead = /\r?\n\r?\n/

/**
 * Removes interim responses from a socket's input, such as an unrequested `100 Continue`, which undici considers invalid. Checks only what
 * arrives between a request and its response.
 */
function skipInterimResponses<S extends Socket>(socket: S): S {
  const read = socket.read.bind(socket) as (size?: number) => Buffer | null
  const write = socket.write.bind(socket) as (...args: unknown[]) => boolean
  let isAwaited = false
  let held: Buffer | null = null
  /** Returns the bytes that belong to the response; null if there are none yet. */
  const take = (chunk: Buffer): Buffer | null => {
    const bytes = held === null ? chunk : Buffer.concat([held, chunk])
    held = null
    const text = bytes.toString('latin1', 0, headBytesMax)
    if (text === '') return null
    // The beginning of a status line counts as what it may become.
    const mayBe = interim.test(text + example.slice(text.length))
    const end = endOfHead.exec(text)
    if (mayBe && end) return take(bytes.subarray(end.index + end[0].length))
    isAwaited = mayBe && text.length < headBytesMax
    if (!isAwaited) return bytes
    held = bytes
    return null
  }
  return Object.assign(socket, {
    write(...args: unknown[]) {
      if (typeof args[0] === 'string' && args[0].includes(' HTTP/1.1\r\n')) isAwaited = true
      return write(...args)
    },
    read(size?: number) {
      for (let chunk = read(size); chunk !== null; chunk = read(size)) {
        const taken = isAwaited ? take(chunk) : chunk
        if (taken !== null) return taken
      }
      return null
    },
  })
}
