import { useLocation } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import styles from './desk.module.css'
import { PlaceLink } from './place-link.tsx'

/** The parts of a page, each with an address of its own. Where they do not all fit, the present one is in sight. */
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
