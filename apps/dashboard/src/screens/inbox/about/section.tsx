import { type ReactNode, useState } from 'react'
import styles from './about.module.css'

type SectionName = 'details' | 'tags' | 'status' | 'chats' | 'broadcasts' | 'notes'

const storageKey = 'posthorn.pane.closed'

function closedSections(): string[] {
  return (localStorage.getItem(storageKey) ?? '').split(',').filter(Boolean)
}

type Props = { name: SectionName; title: string; children: ReactNode }

/** A section that can be collapsed; the browser remembers it. */
export function Section({ name, title, children }: Props) {
  const [isOpen, setOpen] = useState(() => !closedSections().includes(name))
  const toggle = (open: boolean) => {
    if (open === isOpen) return
    setOpen(open)
    const others = closedSections().filter((other) => other !== name)
    localStorage.setItem(storageKey, (open ? others : [...others, name]).join(','))
  }
  return (
    <details className={styles.section} open={isOpen} onToggle={(event) => toggle(event.currentTarget.open)}>
      <summary>
        <h3>{title}</h3>
      </summary>
      {isOpen && children}
    </details>
  )
}
