import { useLocation } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import styles from './desk.module.css'
import { PlaceLink } from './place-link.tsx'

/** Tabs with separate URLs. If they don't all fit, the current one is scrolled into view. */
export function Tabs({ label, tabs }: { label: string; tabs: readonly { to: string; name: string }[] }) {
  const nav = useRef<HTMLElement>(null)
  const path = useLocation({ select: ({ pathname }) => pathname })
  // biome-ignore lint/correctness/useExhaustiveDependencies: the address says which tab is the present one.
  useEffect(() => {
    const present = nav.current?.querySelector('[aria-current=page]')
    present?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [path])
  return (
    <nav className={styles.tabs} aria-label={label} ref={nav}>
      {tabs.map(({ to, name }) => (
        <PlaceLink key={to} to={to}>
          {name}
        </PlaceLink>
      ))}
    </nav>
  )
}
