import { Button } from '@mantine/core'
import type { Chat, Message, Note } from '@posthorn/sdk'
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { type ComponentProps, type DragEvent, Suspense, useEffect, useRef, useState } from 'react'
import { api, chatQuery } from '../../api/api.ts'
import { openChat } from '../../live/apply/apply.ts'
import { moveToChat } from '../../outbox/moves.ts'
import { keepDraft, useOutgoing } from '../../outbox/outbox.ts'
import { Icon } from '../../parts/icon.tsx'
import { previewOf } from '../../parts/message.tsx'
import { isRetryable, lazyWithDeskWords, Problem, Shapes, sayProblem, useLastError } from '../../parts/problem.tsx'
import { useTitle } from '../../parts/title.ts'
import { useMay } from '../../session/session.ts'
import { say } from '../../words/words.ts'
import { Bubble, OutgoingBubble } from './bubble/bubble.tsx'
import { Pictures } from './bubble/media.tsx'
import { ChatHeader } from './chat-header.tsx'
import { Composer, type Tab } from './composer/composer.tsx'
import { changesQuery, messagesQuery, notesQuery, titleOf, useShowChats } from './data.ts'
import styles from './inbox.module.css'
import type { Side } from './side.ts'
import { ChangeLine, NoteHead, NoteText, TimelineItems } from './timeline.tsx'
import { type Item, timelineOf } from './timeline-items.ts'

type TimelineProps = { workspace: string; chatId: string; markedId: string | undefined; onTab: (tab: Tab) => void }

/** A chat's timeline, oldest first. If it was scrolled to the end, it stays there. */
function Timeline({ workspace, chatId, markedId, onTab }: TimelineProps) {
  const query = useInfiniteQuery(messagesQuery(workspace, chatId))
  const notes = useQuery(notesQuery(workspace, chatId)).data ?? []
  const messages = query.data?.pages.flatMap(({ items }) => items) ?? []
  const changes = useQuery(changesQuery(workspace, chatId)).data ?? []
  const items = timelineOf({ messages, notes, changes, hasOlder: query.hasNextPage })
  const byId = new Map(messages.map((message) => [message.id, message]))
  const outgoing = useOutgoing(chatId)
  const box = useRef<HTMLDivElement>(null)
  useMarked(markedId, query)
  const error = useLastError(query)
  if (error && query.data === undefined) {
    return (
      <>
        <Problem error={error} retry={() => void query.refetch()} />
        <Unsent chatId={chatId} onEdited={onTab} />
      </>
    )
  }
  const region = { role: 'log', 'aria-label': say('word.messages'), tabIndex: 0 }
  const onQuote = (message: Message) => {
    keepDraft('quote', chatId, { id: message.id, text: previewOf(message) })
    onTab('reply')
  }
  const loadOlder = () => query.hasNextPage && !query.isFetchingNextPage && void query.fetchNextPage()
  const onScroll = () => {
    const { current } = box
    // The box is reversed so that it stays scrolled to the end, which makes `scrollTop` negative after scrolling up.
    if (current && current.scrollHeight + current.scrollTop - current.clientHeight < 400) loadOlder()
  }
  return (
    <Pictures messages={messages}>
      <div ref={box} className={styles.timeline} onScroll={onScroll} {...region}>
        {outgoing.toReversed().map((entry) => (
          <OutgoingBubble key={entry.id} entry={entry} onEdited={onTab} />
        ))}
        <TimelineItems items={items}>
          {(item) => <TimelineItem item={item} quoted={quotedOf(item, byId)} {...{ onQuote, markedId, workspace }} />}
        </TimelineItems>
        {query.hasNextPage && (
          <Button variant="subtle" size="compact-sm" loading={query.isFetchingNextPage} onClick={loadOlder}>
            {say('inbox.older')}
          </Button>
        )}
        {query.isPending && <Shapes of="messages" />}
        {query.isSuccess && items.length + outgoing.length === 0 && (
          <p className={styles.silent}>{say('inbox.silent')}</p>
        )}
      </div>
    </Pictures>
  )
}

/** Maximum number of pages to read in search of an older message. */
const pagesForMarked = 40

type Pages = { data: { pages: unknown[] } | undefined; hasNextPage: boolean; fetchNextPage: () => Promise<unknown> }

/** Scrolls the marked message into view once. Reads older pages first if needed. */
function useMarked(markedId: string | undefined, { data, hasNextPage, fetchNextPage }: Pages): void {
  const shown = useRef<string>(undefined)
  const pages = data?.pages.length ?? 0
  useEffect(() => {
    if (markedId === undefined || pages === 0 || shown.current === markedId) return
    const element = document.getElementById(markedId)
    element?.scrollIntoView({ block: 'center' })
    if (element) shown.current = markedId
    else if (hasNextPage && pages < pagesForMarked) void fetchNextPage()
  }, [markedId, pages, hasNextPage, fetchNextPage])
}

/** Returns the message that an item quotes; undefined if it isn't loaded. */
const quotedOf = (item: Item, byId: Map<string, Message>): Message | undefined =>
  item.type === 'message' && item.message.quote ? byId.get(item.message.quote) : undefined

type ItemProps = {
  item: Item
  quoted: Message | undefined
  onQuote: (message: Message) => void
  markedId: string | undefined
  workspace: string
}

function TimelineItem({ item, quoted, onQuote, markedId, workspace }: ItemProps) {
  if (item.type === 'change') return <ChangeLine change={item.change} />
  if (item.type === 'note') return <NoteLine workspace={workspace} note={item.note} />
  return <Bubble message={item.message} quoted={quoted} onQuote={onQuote} isMarked={markedId === item.id} />
}

const ConfirmDialog = lazyWithDeskWords(() => import('../../parts/dialogs.tsx').then((loaded) => loaded.ConfirmDialog))

/** A colleague's note between the messages. Some callers can remove it. */
function NoteLine({ workspace, note }: { workspace: string; note: Note }) {
  const client = useQueryClient()
  const may = useMay()
  const [isAsking, setAsking] = useState(false)
  const remove = async () => {
    await api.notes.remove({ id: note.chat, note: note.id }).catch(sayProblem)
    await client.invalidateQueries({ queryKey: ['notes', workspace, note.chat] })
  }
  return (
    <article className={styles.note}>
      <NoteHead note={note}>
        {may('notes.remove') && (
          <button
            type="button"
            className={styles.noteRemove}
            onClick={() => setAsking(true)}
            aria-label={say('note.remove')}
          >
            <Icon name="trash" size={14} />
          </button>
        )}
      </NoteHead>
      <NoteText note={note} />
      <Suspense>
        {isAsking && (
          <ConfirmDialog
            name={say('note.remove')}
            text={say('note.removeWhy')}
            run={remove}
            onClose={() => setAsking(false)}
          />
        )}
      </Suspense>
    </article>
  )
}

const History = lazyWithDeskWords(() => import('./history/history.tsx').then(({ History }) => History))

type ConversationProps = {
  workspace: string
  chatId: string
  isBehindSelection: boolean
  side: Side
  onSide: (side: Side) => void
}

/** A chat with its messages and composer, or its state at an earlier event if the URL contains one (`at`). */
export function Conversation({ workspace, chatId, isBehindSelection, side, onSide }: ConversationProps) {
  const { data: chat, error, refetch } = useQuery(chatQuery(workspace, chatId))
  const [tab, setTab] = useState<Tab>('reply')
  const { m, at } = useSearch({ strict: false })
  useEffect(() => {
    openChat.id = chatId
    return () => {
      openChat.id = undefined
    }
  }, [chatId])
  useMerged(chatId, at === undefined ? chat?.id : undefined)
  useTitle(chat && titleOf(chat))
  useReading(workspace, chatId, useIsUnread(chat) && at === undefined)
  // Keep the chat if the error is temporary: if the field disappeared while someone types, the rest of the text would trigger shortcuts.
  if (error && (chat === undefined || !isRetryable(error))) {
    return (
      <section className={styles.conversation}>
        <Problem error={error} retry={() => void refetch()} />
        <Unsent chatId={chatId} />
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
    <section className={styles.conversation} onDragOver={refuseFiles} onDrop={refuseFiles}>
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

/** Keeps the browser from opening a file, in place of the page, that is dropped next to the field for a reply. */
function refuseFiles(event: DragEvent): void {
  if (event.dataTransfer.types.includes('Files')) event.preventDefault()
}

type UnsentProps = { chatId: string } & Pick<ComponentProps<typeof OutgoingBubble>, 'onEdited'>

/** What wasn't sent to a chat that can't be read. If that is deleted, it can only be discarded or tried again: there is no field. */
function Unsent({ chatId, ...props }: UnsentProps) {
  return useOutgoing(chatId).map((entry) => <OutgoingBubble key={entry.id} entry={entry} {...props} />)
}

/** Opens the chat that this one was merged into, with its draft and unsent messages: events are only about that one. */
function useMerged(chatId: string, currentId: string | undefined): void {
  const navigate = useNavigate()
  useEffect(() => {
    if (currentId === undefined || currentId === chatId) return
    moveToChat(chatId, currentId)
    const params = (known: { ws: string; view: string }) => ({ ...known, chat: currentId })
    void navigate({ from: '/$ws/inbox/$view/$chat', to: '.', params, search: (known) => known, replace: true })
  }, [chatId, currentId, navigate])
}

/** Returns whether a message made the chat unread. If someone marks it as unread while it is open, they want to find it again. */
function useIsUnread(chat: Chat | undefined): boolean {
  const readUntil = useRef<string | null>(undefined)
  if (chat?.unread === false) readUntil.current = chat.lastInboundAt
  return chat?.unread === true && chat.lastInboundAt !== readUntil.current
}

const readAfterMs = 2_000

/**
 * Marks an unread chat as read if the window has focus 2 s after the chat opened or became unread, or the window got focus. Except in groups,
 * the customer then gets a read receipt, so a shorter look marks nothing. A failure is ignored, because the next focus tries again.
 */
function useReading(workspaceId: string, chatId: string, isUnread: boolean): void {
  const show = useShowChats(workspaceId)
  const may = useMay()
  const mayRead = may('chats.read')
  useEffect(() => {
    if (!isUnread || !mayRead) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const look = () => {
      clearTimeout(timer)
      timer = setTimeout(() => {
        if (!document.hasFocus()) return
        void api.chats.read({ id: chatId }).then(
          (chat) => show([chat]),
          () => {},
        )
      }, readAfterMs)
    }
    look()
    addEventListener('focus', look)
    return () => {
      clearTimeout(timer)
      removeEventListener('focus', look)
    }
    // `show` behaves the same on every render.
  }, [chatId, isUnread, mayRead])
}
