import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { networkReasonOf } from './refusal.ts'

/** A `fetch` that reads the whole response. */
export type Fetch = (url: string, init?: RequestInit) => Promise<Response>

type Patience = {
  /** Prints a line for the user before each pause. */
  say(line: string): void
  tries?: number
  firstPauseMs?: number
}

const timeoutMs = 60_000
const longestPauseMs = 30_000
/** Longest pause that a server may ask for. */
const askedPauseMaxMs = 3_600_000
const passing = new Set([408, 425, 429, 500, 502, 503, 504, 507, 508, 520, 521, 522, 523, 524, 529])
const withoutBody = new Set([101, 204, 205, 304])

/**
 * Creates a `fetch` that retries while the server is busy or unreachable, and waits as long as its `Retry-After` says. Returns the last
 * response, or throws the last error. Gives each POST an Idempotency-Key, so that it takes effect only once.
 */
export function patientFetch({ say, tries = 10, firstPauseMs = 500 }: Patience): Fetch {
  return async (url, given = {}) => {
    const key = given.method === 'POST' ? { 'Idempotency-Key': randomUUID() } : {}
    const init = { ...given, headers: { ...(given.headers as Record<string, string>), ...key } }
    for (let attempt = 1; ; attempt++) {
      const outcome = await readWhole(url, init).catch((error: unknown) => ({ error }))
      const reason = 'error' in outcome ? networkReasonOf(outcome.error) : String(outcome.status)
      if (attempt === tries || (!('error' in outcome) && !passing.has(outcome.status))) {
        if ('error' in outcome) throw outcome.error
        return outcome
      }
      const usualMs = Math.min(longestPauseMs, firstPauseMs * 2 ** (attempt - 1))
      const pauseMs = ('error' in outcome ? undefined : askedPauseMs(outcome)) ?? usualMs
      const seconds = Math.max(1, Math.round(pauseMs / 1_000))
      say(`${new URL(url).host}: ${reason}; try ${attempt + 1} of ${tries} in ${seconds} s`)
      await pause(pauseMs)
    }
  }
}

/** Reads the whole response. A truncated body counts as a connection error. */
async function readWhole(url: string, init: RequestInit): Promise<Response> {
  const response = await fetch(url, { ...init, signal: AbortSignal.timeout(timeoutMs) })
  const bytes = await response.arrayBuffer()
  const { status, headers } = response
  return new Response(withoutBody.has(status) ? null : bytes, { status, headers })
}

/** Returns the pause that `Retry-After` asks for, in milliseconds. The header contains seconds or a date. */
function askedPauseMs({ headers }: Response): number | undefined {
  const text = headers.get('retry-after')?.trim()
  if (!text) return undefined
  const pauseMs = /^\d+(\.\d+)?$/.test(text) ? Number(text) * 1_000 : Date.parse(text) - Date.now()
  return Number.isNaN(pauseMs) ? undefined : Math.min(askedPauseMaxMs, Math.max(0, pauseMs))
}
