import { Paper, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { say } from '../words/words.ts'
import styles from './desk.module.css'
import entryPageStyles from './entry-page.module.css'
import { Icon } from './icon.tsx'
import { PlaceLink } from './place-link.tsx'
import { useTitle } from './title.ts'

type Props = {
  title: string
  lead?: ReactNode
  /** The section that contains this page. */
  back?: { to: string; name: string }
  actions?: ReactNode
  children: ReactNode
}

/** A screen: its title, which the browser's tab also shows, its actions and its content. */
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
