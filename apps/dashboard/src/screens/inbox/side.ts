import { useState } from 'react'

/** What is open next to a conversation: the pane about the contact, or the simulated phone of the customer. */
export type Side = 'about' | 'customer' | null

/** Up to the first width, the pane covers the conversation; from the second width up, it is open by default. */
export const drawerMaxPx = 1_100
const shownFromPx = 1_381

const storageKey = 'posthorn.pane'

/**
 * State of the pane next to a conversation. The browser remembers whether the pane about the contact is open, except in a narrow window,
 * where it covers the conversation.
 */
export function useSide(): [Side, (side: Side) => void] {
  const [side, setSide] = useState<Side>(firstSide)
  const change = (next: Side) => {
    setSide(next)
    if (next !== 'customer' && window.innerWidth > drawerMaxPx) localStorage.setItem(storageKey, next ?? 'none')
  }
  return [side, change]
}

/** Returns the pane that is open at first: as the person left it, or, by default, depending on the window's width. */
function firstSide(): Side {
  if (window.innerWidth <= drawerMaxPx) return null
  const kept = localStorage.getItem(storageKey)
  if (kept !== null) return kept === 'about' ? 'about' : null
  return window.innerWidth >= shownFromPx ? 'about' : null
}
