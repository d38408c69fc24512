import type { ReactNode } from 'react'
import styles from './desk.module.css'
import { Icon } from './icon.tsx'
import { PlaceLink } from './place-link.tsx'
import { useTitle } from './title.ts'

type Props = {
  title: string
  lead?: ReactNode
  /** The section that this page belongs to. */
  back?: { to: string; name: string }
  actions?: ReactNode
  children: ReactNode
}

/** A page: title, actions, content. */
export function Page({ title, lead, back, actions, children }: Props) {
  useTitle(title)
  return (
    <div className={styles.page}>
      {back && (
        <PlaceLink to={back.to} className={styles.back}>
          <Icon name="back" size={14} />
          {back.name}
        </PlaceLink>
      )}
      <header className={styles.head}>
        <h1>{title}</h1>
        {actions && <div className={styles.actions}>{actions}</div>}
        {lead && <p>{lead}</p>}
      </header>
      {children}
    </div>
  )
}

type PanelProps = { title?: string; actions?: ReactNode; children: ReactNode }

export function Panel({ title, actions, children }: PanelProps) {
  return (
    <section className={styles.panel} aria-label={title}>
      {title && (
        <div className={styles.panelHead}>
          <h2>{title}</h2>
          {actions && <div className={styles.panelActions}>{actions}</div>}
        </div>
      )}
      {children}
    </section>
  )
}
