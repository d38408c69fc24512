import { setTimeout as pause } from 'node:timers/promises'

const pauseMs = 500

/** Polls a state until `hasEnded` returns true. Calls `onRead` with each state. */
export async function waitUntilEnded<T>(
  read: () => Promise<T>,
  { hasEnded, onRead }: { hasEnded: (state: T) => boolean; onRead: (state: T) => void },
): Promise<T> {
  for (;;) {
    const state = await read()
    onRead(state)
    if (hasEnded(state)) return state
    await pause(pauseMs)
  }
}

/** Returns a signal that aborts on Ctrl-C and on SIGTERM. */
export function stopSignal(): AbortSignal {
  const stop = new AbortController()
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => stop.abort())
  return stop.signal
}
