import { useSyncExternalStore } from 'react'

const tickMs = 10_000

let now = Date.now()
let timer: ReturnType<typeof setInterval> | undefined
const listeners = new Set<() => void>()

function tick(): void {
  now = Date.now()
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  if (timer === undefined) {
    now = Date.now()
    timer = setInterval(tick, tickMs)
    // Timers of a page that is not seen are late.
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

/** Returns the time of now, and shows the component again every few seconds: ages and remaining times continue. One timer serves all of them. */
export function useNow(): number {
  return useSyncExternalStore(subscribe, () => now)
}
