import { storeOf } from '../parts/store.ts'
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

/** Whether the palette is open, and what the mounted components offer in it. */
export const palette = storeOf<State>({ isOpen: false, offers: [] })

const change = (part: Partial<State>): void => palette.set({ ...palette.get(), ...part })

export const openPalette = (): void => change({ isOpen: true })

export const closePalette = (): void => change({ isOpen: false })

/** Adds actions to the palette until the returned function is called. */
export function offerActions(title: Key, actions: readonly Action[]): () => void {
  const offer = { title, actions }
  change({ offers: [...palette.get().offers, offer] })
  return () => change({ offers: palette.get().offers.filter((each) => each !== offer) })
}
