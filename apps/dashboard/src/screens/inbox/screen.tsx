import { useQuery } from '@tanstack/react-query'
import { useParams, useSearch } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { Icon } from '../../parts/icon.tsx'
import { lazyWithDeskWords, Part } from '../../parts/part.tsx'
import { useSelection } from '../../parts/selection.ts'
import { useTitle } from '../../parts/title.ts'
import { useMe, useWorkspaceId } from '../../session/me.ts'
import { say } from '../../words/say.ts'
import { ChatList } from './chat-list.tsx'
import { savedViewsQuery } from './data.ts'
import styles from './inbox.module.css'
import { drawerMaxPx, useSide } from './side.ts'
import { ViewList } from './view-list.tsx'
import { isSavedId, nameOfView, savedViewOf, viewsOf } from './views.ts'

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
export function NothingOpen() {
  return (
    <section className={styles.nothing}>
      <Part>
        <FirstSteps />
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

export function InboxScreen() {
  const { view: viewId, chat } = useParams({ strict: false })
  const { m: _message, at, ...narrowing } = useSearch({ strict: false })
  const workspace = useWorkspaceId()
  const { member } = useMe()
  const [side, setSide] = useSide()
  // The panes next to a conversation show the present, so hide them while the past is shown.
  const shownSide = at === undefined ? side : null
  const [selected, select] = useSelection(JSON.stringify([workspace, viewId, narrowing]))
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
      <ChatList {...{ view, narrowing, selected, onSelect: select }} open={chat} />
      {chat === undefined ? (
        <NothingOpen />
      ) : (
        <Part>
          <Conversation
            key={chat}
            {...{ workspace, side, onSide: setSide }}
            id={chat}
            isBehindSelection={selected.ids.size > 0}
          />
        </Part>
      )}
      <Suspense>
        {chat !== undefined && shownSide === 'about' && (
          <About
            {...{ workspace, chat, onClose: close }}
            onFollow={() => window.innerWidth <= drawerMaxPx && close()}
          />
        )}
        {chat !== undefined && shownSide === 'customer' && <CustomerPane {...{ workspace, chat, onClose: close }} />}
      </Suspense>
    </div>
  )
}
