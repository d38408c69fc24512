import { Drawer } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import type { ReactNode } from 'react'
import { IconButton } from '../../parts/icon.tsx'
import { say } from '../../words/words.ts'
import { drawerMaxPx } from './side.ts'
import styles from './side-pane.module.css'

/** A pane next to the conversation, or a drawer in a narrow window. */
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
