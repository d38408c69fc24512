import { useSyncExternalStore } from 'react'

/** A value outside of React, such as the session: other code reads and sets it, and components that `use` it render again when it changes. */
export function storeOf<T>(first: T) {
  let value = first
  const listeners = new Set<() => void>()
  const get = (): T => value
  const subscribe = (listener: () => void) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }
  const set = (next: T): void => {
    value = next
    for (const listener of listeners) listener()
  }
  return { get, set, subscribe, use: (): T => useSyncExternalStore(subscribe, get) }
}
