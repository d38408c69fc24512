import { Loader } from '@mantine/core'
import type { Chat, Message, Note } from '@posthorn/sdk'
import { type InfiniteData, infiniteQueryOptions, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { api } from '../../../api/api.ts'
import { onLiveEvent } from '../../../live/live.ts'
import { IconButton } from '../../../parts/icon.tsx'
import { explanationOf } from '../../../parts/message.tsx'
import { Person } from '../../../parts/person.tsx'
import { Problem } from '../../../parts/problem.tsx'
import { duration, fullMoment, say } from '../../../words/words.ts'
import { BubbleBody } from '../bubble/bubble.tsx'
import { Pictures } from '../bubble/media.tsx'
import { notesQuery, titleOf } from '../data.ts'
import inbox from '../inbox.module.css'
import { ChangeLine, NoteHead, NoteText, TimelineItems } from '../timeline.tsx'
import { type Item, timelineOf } from '../timeline-items.ts'
import { useHistoryPlace } from '../use-history-place.ts'
import { Controls } from './controls.tsx'
import styles from './history.module.css'
import { indexAt, isOfChat, type LogEvent, messageIdOf, type Past, type PastChat, stateAt } from './state.ts'

/** Sorted events of a chat, and whether there may be more before or after them. */
type LogPage = { events: LogEvent[]; hasEarlier: boolean; hasLater: boolean }

/** Position of a page: the events before or after a sequence. */
type PagePlace = { before: number } | { after: number }

const eventsPerPage = 100
/** Number of events to prefetch around the selected one, so that stepping through them doesn't have to wait. */
const prefetched = 20

/** Reads a page of a chat's events. Returns them in ascending order, in either direction. */
async function readPage(chatId: string, place: PagePlace, signal: AbortSignal): Promise<LogPage> {
  const isBefore = 'before' in place
  const order = isBefore ? 'desc' : 'asc'
  const found = await api.events.list({ chat: chatId, ...place, order, size: eventsPerPage }, { signal })
  const events = found as unknown as LogEvent[]
  const isFull = events.length === eventsPerPage
  if (!isBefore) return { events, hasEarlier: true, hasLater: isFull }
  return { events: events.toReversed(), hasEarlier: isFull, hasLater: true }
}

const eventsIn = (pages: readonly LogPage[]) => pages.flatMap(({ events }) => events)

/**
 * A chat's log, read in both directions from the sequence `around`. Events don't change, so none is read again. The log isn't kept after it
 * is closed, because the next one starts elsewhere.
 */
const logQuery = (workspaceId: string, chatId: string, around: number) =>
  infiniteQueryOptions({
    queryKey: ['history', workspaceId, chatId, around],
    queryFn: ({ pageParam, signal }) => readPage(chatId, pageParam, signal),
    initialPageParam: { before: around + 1 } as PagePlace,
    // There is always a next page, because the newest event is only the newest so far.
    getNextPageParam: (_, pages): PagePlace => ({ after: eventsIn(pages).at(-1)?.sequence ?? around }),
    getPreviousPageParam: (first, pages): PagePlace | undefined =>
      first.hasEarlier ? { before: eventsIn(pages)[0]?.sequence ?? around } : undefined,
    select: ({ pages }: InfiniteData<LogPage>) => ({
      events: eventsIn(pages),
      hasEarlier: pages[0]?.hasEarlier ?? false,
      hasLater: pages.at(-1)?.hasLater ?? false,
    }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })

/**
 * Reads a chat's log around an event, and follows new events. `at` is the sequence of the selected event: if it changes, the log is read on
 * from the first one.
 */
function useChatLog(workspaceId: string, chatId: string, at: number) {
  const [around] = useState(at)
  const query = useInfiniteQuery(logQuery(workspaceId, chatId, around))
  const { data, fetchNextPage, fetchPreviousPage, isFetching, isError } = query
  const { events = [], hasEarlier = false, hasLater = false } = data ?? {}
  const place = indexAt(events, at)
  useEffect(() => {
    // Otherwise, a page that can't be read would be requested again and again.
    if (data === undefined || isFetching || isError) return
    if (hasLater && place > events.length - prefetched) void fetchNextPage()
    else if (hasEarlier && place < prefetched) void fetchPreviousPage()
  }, [data, isFetching, isError, hasEarlier, hasLater, place, events.length, fetchNextPage, fetchPreviousPage])
  useEffect(
    () =>
      onLiveEvent(({ data: { id, chat: of } }) => {
        if (!hasLater && (id === chatId || of === chatId)) void fetchNextPage()
      }),
    [chatId, hasLater, fetchNextPage],
  )
  return { ...query, events, hasEarlier, place }
}

type PastTimelineProps = {
  past: Past
  /** The message or note that the event is about. */
  marked: string | undefined
  /** Time of the oldest loaded event; undefined if all are loaded. Of what was there before it, only the marked item is shown. */
  since: string | undefined
  /** Ids of the messages that came with a loaded event. Their own time is a little before that of the event. */
  arrived: ReadonlySet<string>
  /** Text that says when the log begins; undefined if it includes the chat's creation. */
  beginning: string | undefined
}

/** The messages, notes and changes of a chat as of an event. */
function PastTimeline({ past, marked, since, arrived, beginning }: PastTimelineProps) {
  const isShown = ({ id, at }: Item) => since === undefined || at >= since || id === marked || arrived.has(id)
  const items = timelineOf({ ...past, hasOlder: false }).filter(isShown)
  const byId = new Map(past.messages.map((message) => [message.id, message]))
  useEffect(() => {
    if (marked !== undefined) document.getElementById(marked)?.scrollIntoView({ block: 'nearest' })
  }, [marked])
  return (
    <Pictures messages={past.messages}>
      <div className={inbox.timeline} role="log" aria-live="off" aria-label={say('word.messages')} tabIndex={0}>
        {past.isDeleted && <p className={inbox.change}>{say('did.deleted')}</p>}
        <TimelineItems items={items}>{(item) => <PastItem item={item} marked={marked} byId={byId} />}</TimelineItems>
        {beginning !== undefined && <p className={styles.beginning}>{beginning}</p>}
      </div>
    </Pictures>
  )
}

type ItemProps = { item: Item; marked: string | undefined; byId: ReadonlyMap<string, Message> }

/** A change, a note or a message as of an event. Nothing in the past can be changed. */
function PastItem({ item, marked, byId }: ItemProps) {
  if (item.type === 'change') return <ChangeLine change={item.change} />
  if (item.type === 'note') return <PastNote note={item.note} isMarked={item.id === marked} />
  const { message } = item
  const quoted = message.quote === null ? undefined : byId.get(message.quote)
  return (
    <BubbleBody
      message={message}
      quoted={quoted}
      isMarked={item.id === marked}
      reason={<PastReason {...{ message }} />}
    />
  )
}

/** Why an outgoing message failed or waited. Offers no action, because the past can't change. */
function PastReason({ message }: { message: Message }) {
  const explanation = message.direction === 'out' ? explanationOf(message) : undefined
  return explanation ? <p className={styles.reason}>{explanation.text}</p> : null
}

/** A note as of an event. Its text is unknown if it was edited or deleted later. */
function PastNote({ note, isMarked }: { note: Note; isMarked: boolean }) {
  return (
    <article id={note.id} className={inbox.note} data-marked={isMarked ? '' : undefined}>
      <NoteHead note={note} />
      {note.message === '' ? <p className={styles.gone}>{say('history.noteGone')}</p> : <NoteText note={note} />}
    </article>
  )
}

type PastHeadProps = { chat: PastChat | undefined; title: string; at: string | undefined; onBack: () => void }

/** The header of a chat as of an event: its status, assignee, labels, snooze and window at that time. */
function PastHead({ chat, title, at, onBack }: PastHeadProps) {
  const name = chat?.name ?? chat?.phone ?? title
  return (
    <header className={inbox.head}>
      <IconButton icon="back" label={say('history.backToNow')} className={inbox.back} size="lg" onClick={onBack} />
      <Person name={name} size={36} />
      <div className={inbox.headName}>
        <h2>{name}</h2>
        {chat && at && (
          <ul className={styles.facts} aria-label={say('history.title')}>
            <li>{say(`view.is.${chat.status}`)}</li>
            <li>{chat.assignee ? say('change.assigned', { name: chat.assignee.name }) : say('change.unassigned')}</li>
            {chat.labels.map(({ id, name: label, color }) => (
              <li key={id}>
                <span className={inbox.swatch} style={{ background: color }} /> {label}
              </li>
            ))}
            {chat.snooze && <li>{snoozeText(chat.snooze.until)}</li>}
            {chat.muted && <li>{say('did.muted')}</li>}
            {chat.type !== 'group' && chat.type !== 'channel' && <li>{windowAt(chat.windowClosesAt, at)}</li>}
          </ul>
        )}
      </div>
    </header>
  )
}

/** Returns in words how long a chat is snoozed. */
const snoozeText = (until: string | null) =>
  until === null ? say('change.snoozed') : say('change.snoozedUntil', { time: fullMoment(until) })

/** Returns in words whether the chat accepted free-form content at this time. */
function windowAt(closesAt: string | null | undefined, at: string): string {
  if (!closesAt) return say('window.never')
  const left = Date.parse(closesAt) - Date.parse(at)
  return left > 0 ? say('window.open', { time: duration(left) }) : say('window.closed')
}

type HistoryProps = { workspace: string; chatId: string; chat: Chat | undefined; at: number }

/** A chat as of one of its events, with controls to select another. `at` is the event's sequence. */
export function History({ workspace, chatId, chat, at }: HistoryProps) {
  const { go, leave } = useHistoryPlace()
  const { events, place, hasEarlier, error, refetch, isPending } = useChatLog(workspace, chatId, at)
  const notes = useQuery(notesQuery(workspace, chatId)).data ?? []
  const event = events[place]
  const past = stateAt(events, { chat: chatId, at: event?.sequence ?? at, notes })
  const title = chat === undefined ? '' : titleOf(chat)
  const beginning = hasEarlier ? undefined : beginningOf(events, chatId)
  const since = hasEarlier ? events[0]?.occurredAt : undefined
  const lines = { past, marked: event && markedBy(event), since, arrived: arrivedIn(events), beginning }
  return (
    <>
      <PastHead chat={past.chat} title={title} at={event?.occurredAt} onBack={leave} />
      {error && event === undefined ? (
        <Problem error={error} retry={() => void refetch()} />
      ) : isPending ? (
        <Loader size="sm" m="auto" />
      ) : event === undefined ? (
        <p className={inbox.silent}>{say('history.empty')}</p>
      ) : (
        <PastTimeline {...lines} />
      )}
      {event && <JoinedChat event={event} chatId={chatId} />}
      <Controls events={events} place={place} chatId={chatId} onSequence={go} onBack={leave} />
    </>
  )
}

/** Returns the id of the message or note that an event is about, so that it can be highlighted. */
const markedBy = (event: LogEvent): string | undefined =>
  messageIdOf(event) ?? (event.data['note'] as { id: string } | undefined)?.id

/** Returns the ids of the messages that were received or sent by these events. */
const arrivedIn = (events: readonly LogEvent[]): Set<string> =>
  new Set(events.filter(({ event }) => /^message:(in|out)$/.test(event)).flatMap((event) => messageIdOf(event) ?? []))

/** Returns text that says when the chat's log begins; undefined if it is empty or includes the chat's creation. */
function beginningOf(events: readonly LogEvent[], chatId: string): string | undefined {
  const [first] = events
  if (first === undefined) return undefined
  const isCreated = events.some((event) => isOfChat(event, chatId) && event.data['change'] === 'created')
  return isCreated ? undefined : say('history.since', { time: fullMoment(first.occurredAt) })
}

/** Links to the history of a chat that was merged into this one. */
function JoinedChat({ event, chatId }: { event: LogEvent; chatId: string }) {
  const { id } = event.data as { id: string }
  if (event.event !== 'chat:updated' || isOfChat(event, chatId)) return null
  return (
    <p className={styles.joined}>
      {say('history.joined')}{' '}
      <Link to="." params={(known: object) => ({ ...known, chat: id })} search={true}>
        {say('history.show')}
      </Link>
    </p>
  )
}
