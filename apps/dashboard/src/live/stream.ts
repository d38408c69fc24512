import { createParser } from 'eventsource-parser'
import { request } from '../api/client.ts'

/** An event of the log as the stream has it. */
export type LiveEvent = {
  sequence: number
  event: string
  data: Record<string, unknown>
  timestamp?: string
  truncated?: readonly string[] | null
}

/** Reports of a stream: that it is open, an event, that notifications of the person changed, or that it waits before its next try. */
export type StreamNotice =
  | { open: true; isResumed: boolean }
  | { event: LiveEvent }
  | { notified: true }
  | { waitMs: number }

type Options = { after: number | undefined; signal: AbortSignal; report: (notice: StreamNotice) => void }

const pausesMs = [500, 1_000, 2_000, 5_000, 10_000]
/** The gateway sends a comment every 15 s: a stream that is silent for longer is dead, as after sleep. */
const silentMsMax = 40_000

/**
 * Reads the stream of events until the signal ends it. After a break it continues behind the last event, so that nothing is missed. It is a
 * request like any other and no `EventSource`, which can neither send a key nor say why it was refused.
 */
export async function followStream({ after, signal, report }: Options): Promise<void> {
  let last = after
  for (let failures = 0; !signal.aborted; ) {
    try {
      await readOnce({
        after: last,
        signal,
        report: (notice) => {
          if ('event' in notice) last = notice.event.sequence
          failures = 0
          report(notice)
        },
      })
    } catch {
      // Whatever broke the stream, the next try says whether it lasts.
    }
    if (signal.aborted) return
    const waitMs = pausesMs[Math.min(failures++, pausesMs.length - 1)] ?? 0
    report({ waitMs })
    await pause(waitMs, signal)
  }
}

async function readOnce({ after, signal, report }: Options): Promise<void> {
  const silence = new AbortController()
  const end = () => silence.abort()
  // Without a network the open stream would merely be silent for a while.
  addEventListener('offline', end)
  let timer: ReturnType<typeof setTimeout> | undefined
  try {
    const headers: Record<string, string> = { Accept: 'text/event-stream' }
    if (after !== undefined) headers['Last-Event-ID'] = String(after)
    const both = AbortSignal.any([signal, silence.signal])
    const response = await request('/v1/events/stream', { headers, signal: both, cache: 'no-store' })
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
      if (done) return
      parser.feed(value)
    }
  } finally {
    clearTimeout(timer)
    removeEventListener('offline', end)
  }
}

/** Waits, but no longer than until the browser is online again. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer)
      removeEventListener('online', end)
      resolve()
    }
    const timer = setTimeout(end, ms)
    addEventListener('online', end)
    signal.addEventListener('abort', end, { once: true })
  })
}
