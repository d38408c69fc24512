import { useState } from 'react'

/** The pane at the side of a conversation. */
export type Side = 'about' | 'customer' | null

/** Widths up to which the pane covers the conversation, and from which it is there at first. */
export const drawerMaxPx = 1_100
const shownFromPx = 1_381

const storageKey = 'posthorn.pane'

/** The pane that is shown. The browser remembers whether the customer is shown beside a conversation. */
export function useSide(): [Side, (side: Side) => void] {
  const [side, setSide] = useState<Side>(firstSide)
  const change = (next: Side) => {
    setSide(next)
    if (next !== 'customer' && window.innerWidth > drawerMaxPx) localStorage.setItem(storageKey, next ?? 'none')
  }
  return [side, change]
}

function firstSide(): Side {
  if (window.innerWidth <= drawerMaxPx) return null
  const kept = localStorage.getItem(storageKey)
  if (kept !== null) return kept === 'about' ? 'about' : null
  return window.innerWidth >= shownFromPx ? 'about' : null
}
