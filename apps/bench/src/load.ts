import { setTimeout as pause } from 'node:timers/promises'
import autocannon from 'autocannon'

/** Calls per second in latency measurements. At this rate, the system is nearly idle. */
const perSecond = 50

/** Calls `work` 50 times a second, without waiting for the previous call. */
export async function steadily(seconds: number, work: (i: number) => Promise<void>): Promise<void> {
  const begun = performance.now()
  const running: Promise<void>[] = []
  for (let i = 0; i < perSecond * seconds; i++) {
    await pause(Math.max(0, begun + (i * 1_000) / perSecond - performance.now()))
    running.push(work(i))
  }
  await Promise.all(running)
}

/** Runs `work` once, and returns how many seconds it took. */
export async function secondsOf(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now()
  await work()
  return (performance.now() - begun) / 1_000
}

export type Round = { perSecond: number; p50Ms: number; p99Ms: number; refused: number }

const phones = 5_000

let nextPhone = 0

/** Returns a message to the next phone number, cycling through 5,000 of them. */
export function nextMessage(): { phone: string; message: string } {
  nextPhone = (nextPhone + 1) % phones
  return { phone: `+4915${200_000_000 + nextPhone}`, message: `Hello ${nextPhone}` }
}

/** Defaults: one message per request, 64 connections. */
type LoadOptions = {
  headers?: Record<string, string>
  seconds: number
  connections?: number
  body?: () => unknown
}

/** Posts as fast as responses arrive, for `opts.seconds`. Returns the rate, the latencies and how many requests were refused. */
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
