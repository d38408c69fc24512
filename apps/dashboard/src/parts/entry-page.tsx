import { Paper, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { say } from '../words/say.ts'
import styles from './entry-page.module.css'

/** A page for people who are not signed in, with one centered form. */
export function EntryPage({ title, lead, children }: { title: string; lead?: ReactNode; children: ReactNode }) {
  return (
    <main className={styles.page}>
      <div className={styles.brand}>
        <img src="/app/icon.svg" alt="" width={34} height={34} />
        <span>{say('app.name')}</span>
      </div>
      <Paper className={styles.card} withBorder radius="lg" p={{ base: 'lg', xs: 'xl' }}>
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
