import { setTimeout as pause } from 'node:timers/promises'

const pauseMs = 500

/** Reads a state again and again until it has ended; `onRead` gets each. */
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
