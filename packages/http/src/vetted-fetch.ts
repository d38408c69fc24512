import { isIP } from 'node:net'
import type { Writable } from 'node:stream'
import { Pool } from 'undici'
import { resolveVetted, vettedConnector } from './dial.ts'
import { type ExchangeAnswer, ExchangeError, exchange } from './exchange.ts'
import { hostOf, refuseUrl, urlProblem, vetUrl } from './vet-url.ts'

export type VettedFetcherOptions = {
  /** Allows plain HTTP and private addresses, for a developer's machine and tests. */
  allowPrivate: boolean
  /** Maximum number of connections to one origin. Default: 64. */
  connectionsPerOrigin?: number
  /** Timeout for connecting, including TLS. Default: 10 s. */
  connectTimeoutMs?: number
  /** Counts refused addresses. */
  metrics?: { counter(name: string, help: string): { add(): void } }
  /** DNS servers (`address:port`) to use instead of the machine's. */
  dnsServers?: string[]
  /** PEM certificates to trust instead of the usual ones. */
  ca?: string
}

export type VettedRequest = {
  url: string
  method: 'GET' | 'POST'
  headers: Record<string, string>
  body?: string | Buffer
  /** Timeout for the whole exchange: DNS, connecting, TLS, head, and body. */
  timeoutMs: number
  /** Maximum number of response bytes to read before closing the connection. Default: 64 KiB. */
  responseBytesMax?: number
  /**
   * Receives the body of a 200 response instead of `body`, with backpressure, and is ended when the body ends. Other bodies aren't read.
   */
  sink?: Writable
}

/** The response, and how long the request took. */
export type VettedResponse = ExchangeAnswer & { latencyMs: number }

/** Calls URLs that callers chose, without reaching into our own network. Never follows redirects. */
export type VettedFetcher = {
  /**
   * Refuses URLs with `url:not_allowed` if the text alone shows that they are forbidden. Resolved addresses are checked at each request,
   * and fail the same way for all names.
   */
  vet(url: string): Promise<void>
  /** Performs an exchange after vetting it again. Rejects with `ExchangeError` if there is no response. */
  request(request: VettedRequest): Promise<VettedResponse>
  /** Closes all connections. Requests in progress fail. */
  close(): Promise<void>
}

const responseBytesMaxDefault = 64 * 1024
/** Less than the 5 s after which common servers close connections, so that a kept connection is rarely stale. */
const keepAliveTimeoutMs = 4_000
/** Origins with kept connections. The least recently used is dropped. */
const originsMax = 1_000

/** Creates a fetcher. Its metric counts every address that it refused, in a URL or behind a name. */
export function createVettedFetcher(opts: VettedFetcherOptions): VettedFetcher {
  const refused = opts.metrics?.counter('ssrf_refused_total', 'Addresses named by others that were not called')
  const pools = new Pools(opts, () => refused?.add())
  const vetCounted = async (url: string) => {
    try {
      await vet(url, opts)
    } catch (err) {
      refused?.add()
      throw err
    }
  }
  const request = (request: VettedRequest) =>
    vettedFetch(request, opts, pools).catch((err: unknown) => {
      if (err instanceof ExchangeError && err.reason === 'not_allowed') refused?.add()
      throw err
    })
  return { vet: vetCounted, request, close: () => pools.close() }
}

/**
 * Checks a URL's text, and an IP address also against our own addresses. Names are resolved only at the request: the result may change, and
 * would tell which names our network has.
 */
async function vet(url: string, opts: VettedFetcherOptions): Promise<void> {
  const host = hostOf(vetUrl(url, opts))
  if (opts.allowPrivate || isIP(host) === 0) return
  await resolveVetted(host, opts).catch((err: Error) => refuseUrl(err.message))
}

/** Vets a URL's text and requests it. Repeats a request once if the connection was closed before anything was written. */
async function vettedFetch(request: VettedRequest, opts: VettedFetcherOptions, pools: Pools): Promise<VettedResponse> {
  const started = performance.now()
  const problem = urlProblem(request.url, opts)
  if (problem !== null) throw new ExchangeError('not_allowed', problem)
  const url = new URL(request.url)
  const once = () =>
    exchange(pools.of(url.origin), {
      method: request.method,
      path: url.pathname + url.search,
      headers: request.headers,
      body: request.body ?? null,
      timeoutMs: Math.max(1, request.timeoutMs - (performance.now() - started)),
      limitMs: request.timeoutMs,
      responseBytesMax: request.responseBytesMax ?? responseBytesMaxDefault,
      ...(request.sink ? { sink: request.sink } : {}),
    })
  // Lets us notice connections that are already closed, so that we don't reuse one.
  await new Promise(setImmediate)
  const answer = await once().catch((err: unknown) => {
    // The kept connection was dead before anything was written. No one saw the request, so repeat it once.
    if (err instanceof ExchangeError && err.reason === 'reset' && !err.bytesWritten) return once()
    throw err
  })
  return { ...answer, latencyMs: Math.round(performance.now() - started) }
}

/** Kept connections by origin. Limits the number of origins and the connections to each. */
class Pools {
  readonly #opts: VettedFetcherOptions
  readonly #onForbidden: () => void
  readonly #byOrigin = new Map<string, Pool>()

  constructor(opts: VettedFetcherOptions, onForbidden: () => void) {
    this.#opts = opts
    this.#onForbidden = onForbidden
  }

  /** Returns an origin's pool, and marks it as the one used last. Closes the least recently used one if there are too many. */
  of(origin: string): Pool {
    const pool = this.#byOrigin.get(origin) ?? this.#open(origin)
    this.#byOrigin.delete(origin)
    this.#byOrigin.set(origin, pool)
    const [oldest] = this.#byOrigin
    if (oldest && this.#byOrigin.size > originsMax) {
      this.#byOrigin.delete(oldest[0])
      oldest[1].close().catch(() => {})
    }
    return pool
  }

  /** Creates an origin's pool. Its own timeouts are off, because `exchange` limits the whole exchange. */
  #open(origin: string): Pool {
    const { connectTimeoutMs = 10_000, connectionsPerOrigin = 64, metrics: _, ...dial } = this.#opts
    return new Pool(origin, {
      connect: vettedConnector({ ...dial, connectTimeoutMs, onForbidden: this.#onForbidden }),
      connections: connectionsPerOrigin,
      pipelining: 1,
      keepAliveTimeout: keepAliveTimeoutMs,
      headersTimeout: 0,
      bodyTimeout: 0,
    })
  }

  async close(): Promise<void> {
    await Promise.all([...this.#byOrigin.values()].map((pool) => pool.destroy()))
  }
}
