import { useState } from 'react'

/** Selected items of a list, and the one that was selected or deselected last, from which a range begins. */
export type Selected = { ids: ReadonlySet<string>; anchor: string | undefined }

export const nothingSelected: Selected = { ids: new Set(), anchor: undefined }

/** Selects an item, or deselects it if it is selected. */
export function toggled({ ids }: Selected, id: string): Selected {
  const next = new Set(ids)
  if (!next.delete(id)) next.add(id)
  return { ids: next, anchor: id }
}

/** Also selects the range from the anchor to this item, or only this one if the anchor isn't shown. `order`: the ids as shown. */
export function extended({ ids, anchor }: Selected, id: string, order: readonly string[]): Selected {
  const from = anchor === undefined ? -1 : order.indexOf(anchor)
  const to = order.indexOf(id)
  if (from < 0 || to < 0) return { ids: new Set([...ids, id]), anchor: id }
  const range = order.slice(Math.min(from, to), Math.max(from, to) + 1)
  return { ids: new Set([...ids, ...range]), anchor: id }
}

/** Selection state of a list. A different list, and so a different key, clears it. */
export function useSelection(listKey: string): [Selected, (next: Selected) => void] {
  const [{ of, selected }, set] = useState({ of: listKey, selected: nothingSelected })
  return [of === listKey ? selected : nothingSelected, (next) => set({ of: listKey, selected: next })]
}
