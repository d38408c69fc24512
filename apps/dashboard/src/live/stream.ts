import { createParser } from 'eventsource-parser'
import { request } from '../api/request.ts'

export type LiveEvent = {
  sequence: number
  event: string
  occurredAt: string
  data: Record<string, unknown>
  truncated?: readonly string[] | null
}

/**
 * Notices from a stream: it opened, an event arrived, notifications changed, or it is waiting before the next attempt. `isRefused`: too many
 * streams are open.
 */
export type StreamNotice =
  | { open: true; isResumed: boolean }
  | { event: LiveEvent }
  | { notified: true }
  | { waitMs: number; isRefused: boolean }

type Options = {
  /** Sequence of the last known event; undefined to get only new events. */
  after: number | undefined
  signal: AbortSignal
  report: (notice: StreamNotice) => void
}

const pausesMs = [500, 1_000, 2_000, 5_000, 10_000]
/**
 * The gateway sends a comment every 15 s, so a stream that is silent for longer than this is dead, for example because the computer was
 * asleep.
 */
const silentMsMax = 40_000

/**
 * Reads the event stream until aborted, and resumes after the last event. Reports when it opens, receives or waits, and never rejects.
 * `EventSource` won't do: it can't send a key, and hides the status that tells `request` that the session is over.
 */
export async function followStream({ after, signal, report }: Options): Promise<void> {
  let last = after
  for (let failures = 0; !signal.aborted; ) {
    let isRefused = false
    try {
      isRefused = await readOnce({
        after: last,
        signal,
        report: (notice) => {
          if ('event' in notice) last = notice.event.sequence
          failures = 0
          report(notice)
        },
      })
    } catch {
      // `request` has already acted on a refusal. The next attempt shows whether another cause persists.
    }
    if (signal.aborted) return
    const waitMs = pausesMs[Math.min(failures++, pausesMs.length - 1)] ?? 0
    report({ waitMs, isRefused })
    await pause(waitMs, signal)
  }
}

/**
 * Reads the stream until it ends. Returns whether it was refused because too many are open. Rejects if it fails, stays silent or is aborted,
 * or if the browser goes offline.
 */
async function readOnce({ after, signal, report }: Options): Promise<boolean> {
  const silence = new AbortController()
  const end = () => silence.abort()
  // Without a network, an open stream goes silent but reports no error.
  addEventListener('offline', end)
  // A request that gets no response is as dead as a silent stream.
  let timer = setTimeout(end, silentMsMax)
  try {
    const headers: Record<string, string> = { Accept: 'text/event-stream' }
    if (after !== undefined) headers['Last-Event-ID'] = String(after)
    const both = AbortSignal.any([signal, silence.signal])
    const response = await request('/v1/events/stream', { headers, signal: both, cache: 'no-store' })
    if (response.status === 429) return true
    if (!response.ok || response.body === null) throw new Error(`the stream was refused with ${response.status}`)
    report({ open: true, isResumed: after !== undefined })
    const parser = createParser({
      onEvent: ({ event, data }) =>
        report(event === 'notifications' ? { notified: true } : { event: JSON.parse(data) as LiveEvent }),
    })
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
    for (;;) {
      clearTimeout(timer)
      timer = setTimeout(end, silentMsMax)
      const { done, value } = await reader.read()
      if (done) return false
      parser.feed(value)
    }
  } finally {
    clearTimeout(timer)
    removeEventListener('offline', end)
  }
}

/** Waits until this time has passed or the browser is back online, whichever comes first. */
const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer)
      removeEventListener('online', end)
      signal.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, ms)
    addEventListener('online', end)
    signal.addEventListener('abort', end)
  })
