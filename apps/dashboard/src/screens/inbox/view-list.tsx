import { useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { numbersQuery } from '../../api/lists.ts'
import { Icon } from '../../parts/icon.tsx'
import { useWorkspaceId } from '../../session/me.ts'
import { say } from '../../words/say.ts'
import { useCounts } from './counts.ts'
import { labelsQuery } from './data.ts'
import styles from './inbox.module.css'
import type { View } from './views.ts'

/** The views with their counts, and labels and numbers that narrow them. */
export function ViewList({ views, chosen }: { views: View[]; chosen: string }) {
  const ws = useWorkspaceId()
  const labels = useQuery(labelsQuery(ws)).data ?? []
  const numbers = useQuery(numbersQuery(ws)).data ?? []
  const counts = useCounts(ws, views)
  const several = numbers.length > 1 ? numbers : []
  return (
    <nav className={styles.views} aria-label={say('inbox.views')}>
      <h1 className={styles.heading}>{say('nav.inbox')}</h1>
      {views.map((view) => (
        <Link
          key={view.id}
          to="/$ws/inbox/$view"
          params={{ ws, view: view.id }}
          search={{}}
          className={styles.view}
          aria-current={view.id === chosen ? 'page' : undefined}
        >
          <Icon name={view.icon} size={16} />
          {say(view.name)}
          <span className={styles.viewCount}>{counts[view.id]}</span>
        </Link>
      ))}
      {labels.length > 0 && <h2 className={styles.viewGroup}>{say('inbox.labels')}</h2>}
      {labels.map(({ id, name, color }) => (
        <NarrowingLink key={id} view={chosen} part="label" id={id}>
          <span className={styles.swatch} style={{ background: color }} />
          {name}
        </NarrowingLink>
      ))}
      {several.length > 0 && <h2 className={styles.viewGroup}>{say('nav.numbers')}</h2>}
      {several.map(({ id, name }) => (
        <NarrowingLink key={id} view={chosen} part="number" id={id}>
          <Icon name="phone" size={15} />
          {name}
        </NarrowingLink>
      ))}
    </nav>
  )
}

type NarrowingProps = { view: string; part: 'label' | 'number'; id: string; children: ReactNode }

/** Narrows the view by a label or a number; a second time it takes that back. */
function NarrowingLink({ view, part, id, children }: NarrowingProps) {
  const ws = useWorkspaceId()
  const search = useSearch({ strict: false })
  const isChosen = search[part] === id
  return (
    <Link
      to="/$ws/inbox/$view"
      params={{ ws, view }}
      search={{ [part]: isChosen ? undefined : id }}
      className={styles.view}
      aria-current={isChosen ? 'true' : undefined}
    >
      {children}
    </Link>
  )
}
