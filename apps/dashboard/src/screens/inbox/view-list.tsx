import { useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { Icon } from '../../parts/icon.tsx'
import { useWorkspaceId } from '../../session/me.ts'
import { say } from '../../words/say.ts'
import { useCounts } from './counts.ts'
import { labelsQuery, numbersQuery } from './data.ts'
import styles from './inbox.module.css'
import type { View } from './views.ts'

/** The views with their counts, and labels and numbers that narrow them. */
export function ViewList({ views, chosen }: { views: View[]; chosen: string }) {
  const ws = useWorkspaceId()
  const search = useSearch({ strict: false })
  const labels = useQuery(labelsQuery(ws)).data ?? []
  const numbers = useQuery(numbersQuery(ws)).data ?? []
  const counts = useCounts(ws, views)
  const to = '/$ws/inbox/$view' as const
  const narrowing = (part: 'label' | 'number', id: string) => ({ [part]: search[part] === id ? undefined : id })
  return (
    <nav className={styles.views} aria-label={say('inbox.views')}>
      <h1 className={styles.heading}>{say('nav.inbox')}</h1>
      {views.map((view) => (
        <Link
          key={view.id}
          to={to}
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
        <Link
          key={id}
          to={to}
          params={{ ws, view: chosen }}
          search={narrowing('label', id)}
          className={styles.view}
          aria-current={search.label === id ? 'true' : undefined}
        >
          <span className={styles.swatch} style={{ background: color }} />
          {name}
        </Link>
      ))}
      {numbers.length > 1 && <h2 className={styles.viewGroup}>{say('nav.numbers')}</h2>}
      {numbers.length > 1 &&
        numbers.map(({ id, name }) => (
          <Link
            key={id}
            to={to}
            params={{ ws, view: chosen }}
            search={narrowing('number', id)}
            className={styles.view}
            aria-current={search.number === id ? 'true' : undefined}
          >
            <Icon name="phone" size={15} />
            {name}
          </Link>
        ))}
    </nav>
  )
}
