import type { Key } from '../words/words.ts'

/** The matched part of a text. */
export type Mark = { from: number; to: number }

/** An action in the palette. A search result also has the text that matched. */
export type Action = {
  id: string
  name: string
  marks?: readonly Mark[]
  part?: { text: string; marks: readonly Mark[] }
  hint?: string
  keys?: string
  /** Language of the name, if it is another one. */
  lang?: string
  run: () => void
}

type State = { isOpen: boolean; offers: readonly { title: Key; actions: readonly Action[] }[] }

let state: State = { isOpen: false, offers: [] }
const listeners = new Set<() => void>()

function setState(change: Partial<State>): void {
  state = { ...state, ...change }
  for (const listener of listeners) listener()
}

export function openPalette(): void {
  setState({ isOpen: true })
}

export function closePalette(): void {
  setState({ isOpen: false })
}

/** Adds actions to the palette until the returned function is called. */
export function offerActions(title: Key, actions: readonly Action[]): () => void {
  const offer = { title, actions }
  setState({ offers: [...state.offers, offer] })
  return () => setState({ offers: state.offers.filter((each) => each !== offer) })
}

/** Calls the listener when the palette's state changes, until the returned function is called. */
export function onPalette(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const paletteState = (): State => state
