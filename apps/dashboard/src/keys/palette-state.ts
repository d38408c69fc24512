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

/** Actions below a title. */
type Offer = { title: Key; actions: readonly Action[] }

type State = { isOpen: boolean; offers: readonly Offer[] }

let state: State = { isOpen: false, offers: [] }
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

/** Offers actions in the palette below a title, until the returned function is called. */
export function offerActions(title: Key, actions: readonly Action[]): () => void {
  const offer = { title, actions }
  set({ offers: [...state.offers, offer] })
  return () => set({ offers: state.offers.filter((each) => each !== offer) })
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
