import { ActionIcon } from '@mantine/core'
import type { ReactNode } from 'react'
import { Icon } from '../../parts/icon.tsx'
import { say } from '../../words/say.ts'
import styles from './inbox.module.css'

/** A pane beside the conversation. */
export function SidePane({ title, onClose, children }: { title: string; onClose: () => void; children: ReactNode }) {
  return (
    <aside className={styles.side} aria-label={title}>
      <div className={styles.sideHead}>
        <h2>{title}</h2>
        <ActionIcon variant="subtle" aria-label={say('pane.close')} onClick={onClose}>
          <Icon name="close" size={16} />
        </ActionIcon>
      </div>
      {children}
    </aside>
  )
}
