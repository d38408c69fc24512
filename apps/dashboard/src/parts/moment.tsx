import { useSyncExternalStore } from 'react'
import { clockTime, duration, fullMoment, setClock, utcMoment } from '../words/words.ts'

/** The time that has passed since a moment; none if it is yet to come. */
export function Age({ since }: { since: string }) {
  return duration(Math.max(0, useNow() - Date.parse(since)))
}

/** A time of day, or `text` in its place. Hovering shows the date and the UTC time. */
export function Moment({ at, text }: { at: string; text?: string }) {
  return (
    <time dateTime={at} title={`${fullMoment(at)} · ${utcMoment(at)}`}>
      {text ?? clockTime(at)}
    </time>
  )
}

/** How far the browser's clock is ahead of the server's. */
let aheadMs = 0

/**
 * Learns the server's time from the `Date` of a response. Windows, waits and ages go by it: with a wrong clock of the browser, an open window
 * would look closed.
 */
export function noteServerTime(date: string | null): void {
  const at = Date.parse(date ?? '')
  if (!Number.isNaN(at)) aheadMs = Date.now() - at
}

/** Returns the server's time in milliseconds since 1970, as of its last response. */
export const serverNow = (): number => Date.now() - aheadMs

setClock(serverNow)

const tickMs = 10_000

let now = Date.now()
let timer: ReturnType<typeof setInterval> | undefined
const listeners = new Set<() => void>()

function tick(): void {
  now = serverNow()
  for (const listener of listeners) listener()
}

/** Starts the shared timer with the first component, and stops it after the last. */
function subscribe(listener: () => void): () => void {
  if (timer === undefined) {
    now = serverNow()
    timer = setInterval(tick, tickMs)
    // Browsers delay timers in hidden pages.
    document.addEventListener('visibilitychange', tick)
  }
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(timer)
    timer = undefined
    document.removeEventListener('visibilitychange', tick)
  }
}

/** Returns the server's time, and renders again every ten seconds. All components share one timer. */
export const useNow = (): number => useSyncExternalStore(subscribe, () => now)
