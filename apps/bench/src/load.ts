import autocannon from 'autocannon'

export type Round = { perSecond: number; p50Ms: number; p99Ms: number; refused: number }

const phones = 5_000

let nextPhone = 0

/** Returns a message to the next phone number, cycling through 5,000 of them. */
export function nextMessage(): { phone: string; message: string } {
  nextPhone = (nextPhone + 1) % phones
  return { phone: `+4915${200_000_000 + nextPhone}`, message: `Hello ${nextPhone}` }
}

/** Defaults: one message per request, 64 connections. */
export type LoadOptions = {
  headers?: Record<string, string>
  seconds: number
  connections?: number
  body?: () => unknown
}

/** Posts continuously for `opts.seconds`. */
export async function load(url: string, opts: LoadOptions): Promise<Round> {
  const { headers = {}, seconds, connections = 64, body = nextMessage } = opts
  const result = await autocannon({
    url,
    connections,
    duration: seconds,
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    requests: [{ setupRequest: (request) => ({ ...request, body: JSON.stringify(body()) }) }],
  })
  return {
    perSecond: result['2xx'] / result.duration,
    p50Ms: result.latency.p50,
    p99Ms: result.latency.p99,
    refused: result.non2xx + result.errors + result.timeouts,
  }
}
