import { Pool } from 'undici'

/** The part of `fetch` that the batch link needs, over a keep-alive pool: half the cost of the global one. */
export type Transport = {
  fetch(
    input: string | URL,
    init?: { method?: string; headers?: Record<string, string>; body?: string; signal?: AbortSignal },
  ): Promise<{
    ok: boolean
    status: number
    headers: Headers
    json(): Promise<unknown>
  }>
  close(): Promise<void>
}

/** A transport to one service. The whole exchange ends after `timeoutMs`. */
export function fetchOver(url: string, opts: { timeoutMs: number; connectionsMax: number }): Transport {
  const { timeoutMs, connectionsMax } = opts
  const pool = new Pool(new URL(url).origin, {
    connections: connectionsMax,
    pipelining: 1,
    keepAliveTimeout: 30_000,
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
  })
  return {
    async fetch(input, init = {}) {
      const target = new URL(input)
      const { statusCode, headers, body } = await pool.request({
        path: target.pathname + target.search,
        method: (init.method ?? 'GET') as 'GET',
        headers: { ...init.headers },
        body: init.body ?? null,
        signal: init.signal ?? null,
      })
      return {
        ok: statusCode < 400,
        status: statusCode,
        headers: new Headers(Object.entries(headers).map(([name, value]) => [name, String(value)])),
        json: () => body.json(),
      }
    },
    close: () => pool.destroy(),
  }
}
