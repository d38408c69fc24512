import { useQuery } from '@tanstack/react-query'
import { useParams, useSearch } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { useMe, useWorkspaceId } from '../../session/me.ts'
import { loadDeskWords } from '../../words/load.ts'
import { ChatList } from './chat-list.tsx'
import { Conversation } from './conversation.tsx'
import { savedViewsQuery } from './data.ts'
import styles from './inbox.module.css'
import { NothingOpen } from './nothing-open.tsx'
import { useSelection } from './selection.ts'
import { drawerMaxPx, useSide } from './side.ts'
import { ViewList } from './view-list.tsx'
import { isSavedId, savedViewOf, viewsOf } from './views.ts'

const About = lazy(() =>
  Promise.all([import('./about/about.tsx'), loadDeskWords()]).then(([{ About: component }]) => ({
    default: component,
  })),
)
const CustomerPane = lazy(() =>
  import('./customer-pane.tsx').then(({ CustomerPane: component }) => ({ default: component })),
)

/** The inbox: views, chats, the conversation, and what is known about the customer. */
export function InboxScreen() {
  const { view: viewId, chat } = useParams({ strict: false })
  const { m: _message, at, ...narrowing } = useSearch({ strict: false })
  const workspace = useWorkspaceId()
  const { member } = useMe()
  const [side, setSide] = useSide()
  // The panes beside a conversation show the present.
  const shownSide = at === undefined ? side : null
  const [selected, select] = useSelection(JSON.stringify([workspace, viewId, narrowing]))
  const close = () => setSide(null)
  const saved = useQuery(savedViewsQuery(workspace))
  const views = [...viewsOf(member?.id), ...(saved.data ?? []).map(savedViewOf)]
  const view = views.find(({ id }) => id === viewId) ?? views[0]
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
        <Conversation
          key={chat}
          {...{ workspace, side, onSide: setSide }}
          id={chat}
          isBehindSelection={selected.ids.size > 0}
        />
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
