import { useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { type ReactNode, Suspense, useState } from 'react'
import { api } from '../../api/client.ts'
import { labelsQuery, numbersQuery } from '../../api/lists.ts'
import { Icon } from '../../parts/icon.tsx'
import { lazyWithDeskWords } from '../../parts/part.tsx'
import { useMay, useWorkspaceId } from '../../session/me.ts'
import { say } from '../../words/say.ts'
import styles from './inbox.module.css'
import { nameOfView, type View } from './views.ts'

/** Maximum number of filters in one request. */
const countedMax = 30

function useCounts(workspace: string, all: View[]): Partial<Record<string, string>> {
  const views = all.slice(0, countedMax)
  const { data } = useQuery({
    queryKey: ['counts', workspace, views.map(({ id, saved }) => `${id} ${saved?.version ?? ''}`)],
    queryFn: () => {
      const filters = Object.fromEntries(views.map(({ id, filter }) => [id, filter]))
      return api.chats.counts({ filters })
    },
    refetchInterval: 30_000,
  })
  const texts = Object.entries(data ?? {}).map(([id, { total, more }]) => [id, textOf(total, more)])
  return Object.fromEntries(texts) as Record<string, string>
}

function textOf(total: number, more: boolean): string {
  if (total === 0) return ''
  return more ? `${total}+` : String(total)
}

export function ViewList({ views, chosen }: { views: View[]; chosen: string }) {
  const ws = useWorkspaceId()
  const labels = useQuery(labelsQuery(ws)).data ?? []
  const numbers = useQuery(numbersQuery(ws)).data ?? []
  const counts = useCounts(ws, views)
  const [saved, own] = [views.filter((view) => view.saved), views.filter((view) => !view.saved)]
  const several = numbers.length > 1 ? numbers : []
  return (
    <nav className={styles.views} aria-label={say('inbox.views')}>
      <h1 className={styles.heading}>{say('nav.inbox')}</h1>
      {own.map((view) => (
        <ViewLink key={view.id} view={view} chosen={chosen} count={counts[view.id]} />
      ))}
      {saved.length > 0 && <h2 className={styles.viewGroup}>{say('inbox.savedViews')}</h2>}
      {saved.map((view) => (
        <ViewLink key={view.id} view={view} chosen={chosen} count={counts[view.id]} />
      ))}
      <SavedViewButtons view={views.find(({ id }) => id === chosen)} />
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

type ViewLinkProps = { view: View; chosen: string; count: string | undefined }

function ViewLink({ view, chosen, count }: ViewLinkProps) {
  return (
    <Link
      to="/$ws/inbox/$view"
      params={{ ws: useWorkspaceId(), view: view.id }}
      search={{}}
      className={styles.view}
      aria-current={view.id === chosen ? 'page' : undefined}
      title={nameOfView(view)}
    >
      <Icon name={view.icon} size={16} />
      <span className={styles.viewName}>{nameOfView(view)}</span>
      <span className={styles.viewCount}>{count}</span>
    </Link>
  )
}

const ViewDialog = lazyWithDeskWords(() => import('./view-dialog.tsx').then(({ ViewDialog }) => ViewDialog))

function SavedViewButtons({ view }: { view: View | undefined }) {
  const may = useMay()
  const [isOpen, setOpen] = useState(false)
  if (view === undefined || !may(view.saved ? 'views.update' : 'views.create')) return null
  return (
    <>
      <button
        type="button"
        className={`${styles.view} ${styles.viewButton}`}
        title={say(view.saved ? 'inbox.changeView' : 'inbox.saveView')}
        onClick={() => setOpen(true)}
      >
        <Icon name={view.saved ? 'settings' : 'plus'} size={15} />
        <span className={styles.viewName}>{say(view.saved ? 'inbox.changeView' : 'inbox.saveView')}</span>
      </button>
      <Suspense>{isOpen && <ViewDialog view={view} onClose={() => setOpen(false)} />}</Suspense>
    </>
  )
}

type NarrowingProps = { view: string; part: 'label' | 'number'; id: string; children: ReactNode }

/** Filters the view by a label or number. Clicking it again removes the filter. */
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
