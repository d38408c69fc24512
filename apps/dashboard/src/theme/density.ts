import { useSyncExternalStore } from 'react'

export type Density = 'comfortable' | 'compact'

const storageKey = 'posthorn.density'
const listeners = new Set<() => void>()

/** Returns this browser's setting; comfortable unless the person chose otherwise. */
const storedDensity = (): Density => (localStorage.getItem(storageKey) === 'compact' ? 'compact' : 'comfortable')

/** Applies this browser's density setting to the page, where the style sheets read it. */
export function applyDensity(): void {
  document.documentElement.dataset['density'] = storedDensity()
}

export function chooseDensity(density: Density): void {
  localStorage.setItem(storageKey, density)
  applyDensity()
  for (const listener of listeners) listener()
}

export function useDensity(): Density {
  return useSyncExternalStore((listener) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }, storedDensity)
}
