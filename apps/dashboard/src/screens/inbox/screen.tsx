import { useQuery } from '@tanstack/react-query'
import { Link, useParams, useSearch } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense, startTransition, useEffect, useMemo, useState } from 'react'
import { api, labelsQuery, numbersQuery, poll } from '../../api/api.ts'
import { Icon } from '../../parts/icon.tsx'
import { lazyWithDeskWords, Part } from '../../parts/problem.tsx'
import { useSelection } from '../../parts/selection.ts'
import { useTitle } from '../../parts/title.ts'
import { useIsLimited, useMay, useMe, useWorkspaceId } from '../../session/session.ts'
import { say } from '../../words/words.ts'
import { ChatList } from './chat-list.tsx'
import { savedViewsQuery } from './data.ts'
import styles from './inbox.module.css'
import { drawerMaxPx, useSide } from './side.ts'
import { isSavedId, nameOfView, savedViewOf, type View, viewsOf } from './views.ts'

/** Maximum number of filters in one request. */
const countedMax = 30

/** Returns the number of chats in each view, as text. Views after the first ones get none. */
function useCounts(workspaceId: string, allViews: View[]): Partial<Record<string, string>> {
  const views = allViews.slice(0, countedMax)
  const { data } = useQuery({
    queryKey: ['counts', workspaceId, views.map(({ id, saved }) => `${id} ${saved?.version ?? ''}`)],
    queryFn: () => {
      const filters = Object.fromEntries(views.map(({ id, filter }) => [id, filter]))
      return api.chats.counts({ filters })
    },
    refetchInterval: poll(30_000),
  })
  const texts = Object.entries(data ?? {}).map(([id, { total, more }]) => [id, countText(total, more)])
  return Object.fromEntries(texts) as Record<string, string>
}

/** Returns the number of chats as text. `hasMore` means that the server stopped counting; no chats need no number. */
function countText(total: number, hasMore: boolean): string {
  if (total === 0) return ''
  return hasMore ? `${total}+` : String(total)
}

/** Links to lists of chats: built-in and saved views, labels, and the numbers if there are several. */
function ViewList({ views, chosen }: { views: View[]; chosen: string }) {
  const ws = useWorkspaceId()
  const labels = useQuery(labelsQuery(ws)).data ?? []
  const numbers = useQuery(numbersQuery(ws)).data ?? []
  const counts = useCounts(ws, views)
  const [saved, builtIn] = [views.filter((view) => view.saved), views.filter((view) => !view.saved)]
  const several = numbers.length > 1 ? numbers : []
  return (
    <nav className={styles.views} aria-label={say('inbox.views')}>
      <h1 className={styles.heading}>{say('nav.inbox')}</h1>
      {builtIn.map((view) => (
        <ViewLink key={view.id} view={view} chosen={chosen} count={counts[view.id]} />
      ))}
      {saved.length > 0 && <h2 className={styles.viewGroup}>{say('inbox.savedViews')}</h2>}
      {saved.map((view) => (
        <ViewLink key={view.id} view={view} chosen={chosen} count={counts[view.id]} />
      ))}
      <SavedViewButton view={views.find(({ id }) => id === chosen)} />
      {labels.length > 0 && <h2 className={styles.viewGroup}>{say('nav.labels')}</h2>}
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

/** A link to a view, with the number of its chats. */
function ViewLink({ view, chosen, count }: { view: View; chosen: string; count: string | undefined }) {
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

/** Button that saves the selected view with its filters, or changes it if it is a saved one. A view of the team concerns all numbers. */
function SavedViewButton({ view }: { view: View | undefined }) {
  const may = useMay()
  const isLimited = useIsLimited()
  const [isOpen, setOpen] = useState(false)
  if (view === undefined || !may(view.saved ? 'views.update' : 'views.create')) return null
  if (isLimited && view.saved?.shared) return null
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

const keys = [
  ['j k', 'inbox.keyMove'],
  ['Enter', 'inbox.keyOpen'],
  ['r', 'inbox.keyReply'],
  ['n', 'inbox.keyNote'],
  ['e', 'inbox.keyResolve'],
  ['a', 'inbox.keyMine'],
  ['x', 'inbox.keySelect'],
  ['/', 'inbox.keySearch'],
  ['Ctrl K', 'inbox.keyAll'],
] as const

const FirstSteps = lazy(() => import('./first-steps.tsx').then(({ FirstSteps: component }) => ({ default: component })))

/** Shown in place of a conversation while no chat is open: the first steps, and the keys. */
function NothingOpen() {
  const workspace = useWorkspaceId()
  return (
    <section className={styles.nothing}>
      <Part>
        <FirstSteps key={workspace} />
      </Part>
      <Icon name="inbox" size={36} />
      <p>{say('inbox.choose')}</p>
      <dl className={styles.keys}>
        {keys.map(([key, name]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{say(name)}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

const Conversation = lazy(() =>
  import('./conversation.tsx').then(({ Conversation: component }) => ({ default: component })),
)
const About = lazyWithDeskWords(() => import('./about/about.tsx').then(({ About }) => About))
const CustomerPane = lazy(() =>
  import('./customer-pane.tsx').then(({ CustomerPane: component }) => ({ default: component })),
)

/** Returns the value that the screen last showed, so that whatever depends on it renders after the screen. */
function useAfterPaint<T>(value: T): T {
  const [painted, setPainted] = useState(value)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(() => startTransition(() => setPainted(value)))
    })
    return () => {
      cancelAnimationFrame(frame)
      clearTimeout(timer)
    }
  }, [value])
  return painted
}

/** The inbox: views, the chats of the selected view, the open chat, and a pane next to it. */
export function InboxScreen() {
  const { view: viewId, chat } = useParams({ strict: false })
  const { at, q, number, label } = useSearch({ strict: false })
  // The same object until it changes: the rows of the list are rendered again for another one.
  const narrowing = useMemo(() => ({ q, number, label }), [q, number, label])
  const workspace = useWorkspaceId()
  const { member } = useMe()
  const [side, setSide] = useSide()
  // The panes next to a conversation show the present, so hide them while the past is shown.
  const shownSide = at === undefined ? side : null
  const [selected, select] = useSelection(JSON.stringify([workspace, viewId, narrowing]))
  const paneChat = useAfterPaint(chat)
  const close = () => setSide(null)
  const saved = useQuery(savedViewsQuery(workspace))
  const views = [...viewsOf(member?.id), ...(saved.data ?? []).map(savedViewOf)]
  const view = views.find(({ id }) => id === viewId) ?? views[0]
  useTitle(chat === undefined && view !== undefined ? nameOfView(view) : undefined)
  if (view === undefined || (saved.isPending && isSavedId(viewId))) return null
  return (
    <div
      className={styles.inbox}
      data-open={chat === undefined ? undefined : ''}
      data-side={shownSide === null || chat === undefined ? undefined : ''}
    >
      <ViewList views={views} chosen={view.id} />
      <ChatList {...{ view, narrowing, selected, onSelect: select }} openId={chat} />
      {chat === undefined ? (
        <NothingOpen />
      ) : (
        <Part>
          <Conversation
            key={chat}
            {...{ workspace, side, onSide: setSide }}
            chatId={chat}
            isBehindSelection={selected.ids.size > 0}
          />
        </Part>
      )}
      <Suspense>
        {chat !== undefined && paneChat !== undefined && shownSide === 'about' && (
          <About
            {...{ workspace, onClose: close }}
            chatId={paneChat}
            onFollow={() => window.innerWidth <= drawerMaxPx && close()}
          />
        )}
        {chat !== undefined && paneChat !== undefined && shownSide === 'customer' && (
          <CustomerPane {...{ workspace, onClose: close }} chatId={paneChat} />
        )}
      </Suspense>
    </div>
  )
}
