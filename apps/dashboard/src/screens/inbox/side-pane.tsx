import { Drawer } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { type ReactNode, useState } from 'react'
import { IconButton } from '../../parts/icon-button.tsx'
import { say } from '../../words/say.ts'
import styles from './side-pane.module.css'

/** A pane next to the conversation; in a narrow window, a drawer. */
export function SidePane({ title, onClose, children }: { title: string; onClose: () => void; children: ReactNode }) {
  const isDrawer = useMediaQuery(`(max-width: ${drawerMaxPx}px)`, undefined, { getInitialValueInEffect: false })
  if (isDrawer) {
    return (
      <Drawer
        opened
        position="right"
        size="min(calc(100vw - 36px), 360px)"
        padding="sm"
        {...{ title, onClose }}
        closeButtonProps={{ 'aria-label': say('pane.close') }}
      >
        {children}
      </Drawer>
    )
  }
  return (
    <aside className={styles.side} aria-label={title}>
      <div className={styles.head}>
        <h2>{title}</h2>
        <IconButton icon="close" iconSize={16} label={say('pane.close')} onClick={onClose} />
      </div>
      {children}
    </aside>
  )
}

export type Side = 'about' | 'customer' | null

/** Below the first width, the pane covers the conversation; from the second, it is open by default. */
export const drawerMaxPx = 1_100
const shownFromPx = 1_381

const storageKey = 'posthorn.pane'

/** The open pane. The browser remembers whether the customer pane is open. */
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
