import { isIP } from 'node:net'
import type { Writable } from 'node:stream'
import { Pool } from 'undici'
import { vettedConnector } from './dial.ts'
import { type ExchangeAnswer, exchange } from './exchange.ts'
import { ExchangeError } from './exchange-error.ts'
import { resolveVetted } from './resolve.ts'
import { hostOf, refuseUrl, urlProblem, vetUrl } from './vet-url.ts'

/** Settings of a fetcher. */
export type VettedFetcherOptions = {
  /** Plain http and private addresses are fine: one machine of a developer, and tests. */
  allowPrivate: boolean
  /** Connections to one origin at most; default 64. */
  connectionsPerOrigin?: number
  /** Origins whose connections are kept; default 1,000, the least recently used goes. */
  originsMax?: number
  /** Limit of connecting, TLS included; default 10 s. */
  connectTimeoutMs?: number
  /** Counts refused addresses. */
  metrics?: { counter(name: string, help: string): { add(): void } }
  /** DNS servers (`address:port`) instead of the machine's own. */
  dnsServers?: string[]
  /** Addresses of ours beside those of this machine's interfaces, such as that of a load balancer. */
  ownAddresses?: readonly string[]
  /** Certificates to trust instead of the usual ones, PEM. */
  ca?: string
}

/** A request to an address that someone else chose. */
export type VettedRequest = {
  url: string
  method: 'GET' | 'POST'
  headers: Record<string, string>
  body?: string | Buffer
  /** For the whole exchange: DNS, connect, TLS, head and body. */
  timeoutMs: number
  /** The answer is read up to here, then the connection is closed; default 64 KiB. */
  responseBytesMax?: number
  /** Takes the body of an answer 200 instead of `body`, no faster than it is written away; ended with it. Other bodies are not read. */
  sink?: Writable
}

/** The response, and the time from the call on. */
export type VettedResponse = ExchangeAnswer & { latencyMs: number }

/** Calls addresses that callers chose, without being led into our own network. Never follows a redirect. */
export type VettedFetcher = {
  /** Refuses with `url:not_allowed` what may not be called, by its text. What a name leads to decides at each request, and is the same failure for all names. */
  vet(url: string): Promise<void>
  /** One exchange, vetted anew. Rejects with `ExchangeError` when no answer came. */
  request(request: VettedRequest): Promise<VettedResponse>
  /** Closes all connections. */
  close(): Promise<void>
}

const responseBytesMaxDefault = 64 * 1024
/** Shorter than the 5 s after which common servers close, so that a kept socket is rarely stale. */
const keepAliveTimeoutMs = 4_000

/** Makes a fetcher. */
export function createVettedFetcher(opts: VettedFetcherOptions): VettedFetcher {
  const refused = opts.metrics?.counter('ssrf_refused_total', 'Addresses named by others that were not called')
  const pools = new Pools(opts, () => refused?.add())
  const vetAll = async (url: string) => {
    try {
      await vet(url, opts)
    } catch (err) {
      refused?.add()
      throw err
    }
  }
  const request = (request: VettedRequest) =>
    fetchOnce(request, opts, pools).catch((err: unknown) => {
      if (err instanceof ExchangeError && err.reason === 'not_allowed') refused?.add()
      throw err
    })
  return {
    vet: vetAll,
    request,
    close: () => pools.close(),
  }
}

async function vet(url: string, opts: VettedFetcherOptions): Promise<void> {
  const host = hostOf(vetUrl(url, opts))
  if (opts.allowPrivate || isIP(host) === 0) return
  await resolveVetted(host, opts).catch((err: Error) => refuseUrl(err.message))
}

async function fetchOnce(request: VettedRequest, opts: VettedFetcherOptions, pools: Pools): Promise<VettedResponse> {
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
  // Lets the closing of kept connections that has already reached us be noticed first, so that none of those is chosen.
  await new Promise(setImmediate)
  const answer = await once().catch((err: unknown) => {
    // A kept connection that turned out dead before anything was written: no one saw the request, so it is made once more.
    if (err instanceof ExchangeError && err.reason === 'reset' && !err.bytesWritten) return once()
    throw err
  })
  return { ...answer, latencyMs: Math.round(performance.now() - started) }
}

/** Kept connections by origin, a bounded number of both. */
class Pools {
  readonly #opts: VettedFetcherOptions
  readonly #onForbidden: () => void
  readonly #byOrigin = new Map<string, Pool>()

  constructor(opts: VettedFetcherOptions, onForbidden: () => void) {
    this.#opts = opts
    this.#onForbidden = onForbidden
  }

  of(origin: string): Pool {
    const pool = this.#byOrigin.get(origin) ?? this.#open(origin)
    this.#byOrigin.delete(origin)
    this.#byOrigin.set(origin, pool)
    const [oldest] = this.#byOrigin
    if (oldest && this.#byOrigin.size > (this.#opts.originsMax ?? 1_000)) {
      this.#byOrigin.delete(oldest[0])
      oldest[1].close().catch(() => {})
    }
    return pool
  }

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
