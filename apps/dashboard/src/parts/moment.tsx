import { useSyncExternalStore } from 'react'
import { clockTime, duration, fullMoment, utcMoment } from '../words/words.ts'

/** The time that has passed since a moment. */
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

const tickMs = 10_000

let now = Date.now()
let timer: ReturnType<typeof setInterval> | undefined
const listeners = new Set<() => void>()

function tick(): void {
  now = Date.now()
  for (const listener of listeners) listener()
}

/** Starts the shared timer with the first component, and stops it after the last. */
function subscribe(listener: () => void): () => void {
  if (timer === undefined) {
    now = Date.now()
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

/** Returns the current time, and re-renders every ten seconds. All components share one timer. */
export const useNow = (): number => useSyncExternalStore(subscribe, () => now)
