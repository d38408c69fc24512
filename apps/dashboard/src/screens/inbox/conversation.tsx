import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { Suspense, useEffect, useState } from 'react'
import { chatQuery } from '../../api/chats.ts'
import { api } from '../../api/client.ts'
import { isPassing } from '../../api/queries.ts'
import { shown } from '../../live/apply/apply.ts'
import { lazyWithDeskWords } from '../../parts/part.tsx'
import { Problem } from '../../parts/problem.tsx'
import { useTitle } from '../../parts/title.ts'
import { useMay } from '../../session/me.ts'
import { ChatHeader } from './chat-header.tsx'
import { Composer, type Tab } from './composer/composer.tsx'
import { useTakeChats } from './data.ts'
import styles from './inbox.module.css'
import type { Side } from './side.ts'
import { Timeline } from './timeline.tsx'
import { titleOf } from './title.ts'

const History = lazyWithDeskWords(() => import('./history/history.tsx').then(({ History }) => History))

type Props = { workspace: string; chatId: string; isBehindSelection: boolean; side: Side; onSide: (side: Side) => void }

/** A chat with its messages and composer, or its state at an earlier event if the URL contains one (`at`). */
export function Conversation({ workspace, chatId, isBehindSelection, side, onSide }: Props) {
  const { data: chat, error, refetch } = useQuery(chatQuery(workspace, chatId))
  const [tab, setTab] = useState<Tab>('reply')
  const { m, at } = useSearch({ strict: false })
  useEffect(() => {
    shown.chat = chatId
    return () => {
      shown.chat = undefined
    }
  }, [chatId])
  useTitle(chat && titleOf(chat))
  useReading(workspace, chatId, at === undefined && (chat?.unread ?? false))
  // Keep the chat if the error is temporary: if the field disappeared while someone types, the rest of the text would trigger shortcuts.
  if (error && (chat === undefined || !isPassing(error))) {
    return (
      <section className={styles.conversation}>
        <Problem error={error} retry={() => void refetch()} />
      </section>
    )
  }
  if (at !== undefined) {
    return (
      <section className={styles.conversation} data-past>
        <Suspense>
          <History workspace={workspace} chatId={chatId} chat={chat} at={Number(at)} />
        </Suspense>
      </section>
    )
  }
  return (
    <section className={styles.conversation}>
      {chat ? (
        <ChatHeader {...{ workspace, chat, isBehindSelection, side, onSide }} />
      ) : (
        <div className={styles.head} />
      )}
      <Timeline workspace={workspace} chatId={chatId} markedId={m} onTab={setTab} />
      {chat && <Composer workspace={workspace} chat={chat} tab={tab} onTab={setTab} />}
    </section>
  )
}

const readAfterMs = 2_000

/** Marks an unread chat as read after the person has looked at it for a while. The customer then gets a read receipt. */
function useReading(workspaceId: string, chatId: string, isUnread: boolean): void {
  const take = useTakeChats(workspaceId)
  const may = useMay()
  const mayRead = may('chats.read')
  useEffect(() => {
    if (!isUnread || !mayRead) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const look = () => {
      clearTimeout(timer)
      if (!document.hasFocus()) return
      timer = setTimeout(
        () =>
          void api.chats.read({ id: chatId }).then(
            (chat) => take([chat]),
            () => {},
          ),
        readAfterMs,
      )
    }
    look()
    addEventListener('focus', look)
    return () => {
      clearTimeout(timer)
      removeEventListener('focus', look)
    }
    // `take` behaves the same on every render.
  }, [chatId, isUnread, mayRead])
}
