import { Paper, Text, Title } from '@mantine/core'
import { useLocation } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef } from 'react'
import { say } from '../words/say.ts'
import styles from './desk.module.css'
import entryPageStyles from './entry-page.module.css'
import { Icon } from './icon.tsx'
import { PlaceLink } from './place-link.tsx'

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

/** Sets the title of the browser tab; undefined if a nested component sets it. */
export function useTitle(title: string | undefined): void {
  useEffect(() => {
    if (title === undefined) return
    document.title = `${title} · ${say('app.name')}`
    return () => {
      document.title = say('app.name')
    }
  }, [title])
}

/** A page for people who are not signed in, with one centered form. */
export function EntryPage({ title, lead, children }: { title: string; lead?: ReactNode; children: ReactNode }) {
  return (
    <main className={entryPageStyles.page}>
      <div className={entryPageStyles.brand}>
        <img src="/app/icon.svg" alt="" width={34} height={34} />
        <span>{say('app.name')}</span>
      </div>
      <Paper className={entryPageStyles.card} withBorder radius="lg" p={{ base: 'lg', xs: 'xl' }}>
        <Title order={1} size="h3" mb={lead ? 4 : 'md'}>
          {title}
        </Title>
        {lead && (
          <Text c="dimmed" size="sm" mb="lg">
            {lead}
          </Text>
        )}
        {children}
      </Paper>
    </main>
  )
}

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
