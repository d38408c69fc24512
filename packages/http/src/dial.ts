import { isIP, type Socket, connect as tcpConnect } from 'node:net'
import { connect as tlsConnect } from 'node:tls'
import type { buildConnector } from 'undici'
import { canonicalAddress, isGlobalAddress } from './address.ts'
import { ExchangeError, failureOf } from './exchange-error.ts'
import { skipInterimResponses } from './interim-responses.ts'
import { type ResolveOptions, resolveVetted } from './resolve.ts'

/** How names are resolved, timeouts of connecting and TLS, and certificates to trust in addition to the usual ones. */
export type DialOptions = ResolveOptions & { connectTimeoutMs: number; ca?: string }

/**
 * Opens connections for undici. The check is here rather than in a `lookup` hook, which isn't called for IP addresses in the URL: we resolve the
 * name, connect to a vetted address, and verify that the socket reached it.
 */
export function vettedConnector(opts: DialOptions): buildConnector.connector {
  return (target, callback) => void connectFor(target, { opts, callback })
}

type ConnectOptions = { opts: DialOptions; callback: buildConnector.Callback }

async function connectFor(target: buildConnector.Options, { opts, callback }: ConnectOptions): Promise<void> {
  try {
    callback(null, await dial(target, opts))
  } catch (err) {
    callback(err as Error, null)
  }
}

async function dial(target: buildConnector.Options, opts: DialOptions): Promise<Socket> {
  const host = target.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')
  const [address] = await resolveVetted(host, opts)
  if (address === undefined) throw failureOf('dns', { code: 'ENODATA' })
  const secure = target.protocol === 'https:'
  const port = Number(target.port) || (secure ? 443 : 80)
  const socket = secure ? openTls({ host, address, port, ca: opts.ca }) : tcpConnect({ host: address, port })
  // The socket may fail between our listener and undici's. Without a listener, that would end the process.
  socket.on('error', () => {})
  socket.setNoDelay(true)
  socket.setKeepAlive(true, 60_000)
  return skipInterimResponses(await whenOpen(socket, { secure, address, opts }))
}

function openTls({ host, address, port, ca }: { host: string; address: string; port: number; ca: string | undefined }) {
  return tlsConnect({
    host: address,
    port,
    servername: isIP(host) === 0 ? host : '',
    ALPNProtocols: ['http/1.1'],
    minVersion: 'TLSv1.2',
    ...(ca ? { ca } : {}),
  })
}

type Opening = { secure: boolean; address: string; opts: DialOptions }

function whenOpen(socket: Socket, { secure, address, opts }: Opening): Promise<Socket> {
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
      // Second check: the peer must be the vetted address, whatever was requested.
      if (!reached(socket, address, opts)) settle(new ExchangeError('not_allowed', 'another address was reached'))
      else if (!secure) settle()
    })
    if (secure) socket.once('secureConnect', () => settle())
  })
}

function reached(socket: Socket, address: string, { allowPrivate }: DialOptions): boolean {
  if (allowPrivate) return true
  const { remoteAddress } = socket
  return remoteAddress !== undefined && canonicalAddress(remoteAddress) === address && isGlobalAddress(remoteAddress)
}
