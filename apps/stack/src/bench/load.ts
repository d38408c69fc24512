import autocannon from 'autocannon'

/** How one round of load went. */
export type Round = { perSecond: number; p50Ms: number; p99Ms: number; refused: number }

const phones = 5_000

/** Posts messages over 64 connections for some seconds, each to the next of 5,000 phones. */
export async function load(url: string, headers: Record<string, string>, seconds: number): Promise<Round> {
  let next = 0
  const result = await autocannon({
    url,
    connections: 64,
    duration: seconds,
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    requests: [
      {
        setupRequest: (request) => {
          next = (next + 1) % phones
          return { ...request, body: JSON.stringify({ phone: `+4915${200_000_000 + next}`, message: `Hello ${next}` }) }
        },
      },
    ],
  })
  return {
    perSecond: result['2xx'] / result.duration,
    p50Ms: result.latency.p50,
    p99Ms: result.latency.p99,
    refused: result.non2xx + result.errors + result.timeouts,
  }
}

/** The middle one of some figures. */
export function median(figures: readonly number[]): number {
  return percentile(figures, 50)
}

/** The figure that `percent` of all do not exceed. */
export function percentile(figures: readonly number[], percent: number): number {
  const sorted = [...figures].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.ceil((sorted.length * percent) / 100) - 1)] ?? Number.NaN
}
