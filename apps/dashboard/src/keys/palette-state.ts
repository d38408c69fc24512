import type { Key } from '../words/say.ts'

/** A part of a text that a search found. */
export type Mark = { from: number; to: number }

/** An action that the palette offers: what it is called, its key, and what it does; of a thing that was found also the part that fits. */
export type Action = {
  id: string
  name: string
  marks?: readonly Mark[]
  part?: { text: string; marks: readonly Mark[] }
  hint?: string
  keys?: string
  run: () => void
}

type State = { isOpen: boolean; actions: ReadonlyMap<string, readonly Action[]> }

let state: State = { isOpen: false, actions: new Map() }
const listeners = new Set<() => void>()

function set(change: Partial<State>): void {
  state = { ...state, ...change }
  for (const listener of listeners) listener()
}

/** Opens the palette. */
export function openPalette(): void {
  set({ isOpen: true })
}

/** Closes the palette. */
export function closePalette(): void {
  set({ isOpen: false })
}

/** Offers actions in the palette until the returned function is called. */
export function offerActions(owner: Key, actions: readonly Action[]): () => void {
  set({ actions: new Map(state.actions).set(owner, actions) })
  return () => {
    const left = new Map(state.actions)
    left.delete(owner)
    set({ actions: left })
  }
}

/** Subscribes to changes of the palette. */
export function onPalette(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Returns the state of the palette. */
export function paletteState(): State {
  return state
}
