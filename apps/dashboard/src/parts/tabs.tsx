import styles from './desk.module.css'
import { PlaceLink } from './place-link.tsx'

/** The parts of a page, each with an address of its own. */
export function Tabs({ label, tabs }: { label: string; tabs: readonly { to: string; name: string }[] }) {
  return (
    <nav className={styles.tabs} aria-label={label}>
      {tabs.map(({ to, name }) => (
        <PlaceLink key={to} to={to}>
          {name}
        </PlaceLink>
      ))}
    </nav>
  )
}
