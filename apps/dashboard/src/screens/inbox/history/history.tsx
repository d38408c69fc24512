import { Loader } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Chat } from '../../../api/kinds.ts'
import { IconButton } from '../../../parts/icon-button.tsx'
import { Person } from '../../../parts/person.tsx'
import { Problem } from '../../../parts/problem.tsx'
import { duration, fullMoment } from '../../../words/moments.ts'
import { type Key, say } from '../../../words/say.ts'
import { notesQuery } from '../data.ts'
import inbox from '../inbox.module.css'
import { titleOf } from '../title.ts'
import { useHistoryPlace } from '../use-history-place.ts'
import { Controls } from './controls.tsx'
import styles from './history.module.css'
import { useChatLog } from './log.ts'
import { isOfChat, type LogEvent, messageIdOf } from './log-event.ts'
import { PastTimeline } from './past-timeline.tsx'
import { type PastChat, stateAt } from './state.ts'

type Props = { chat: PastChat | undefined; title: string; at: string | undefined; onBack: () => void }

/** The header of a chat as of an event: its status, assignee, labels, snooze and window at that time. */
function PastHead({ chat, title, at, onBack }: Props) {
  const name = chat?.name ?? chat?.phone ?? title
  return (
    <header className={inbox.head}>
      <IconButton icon="back" label={say('history.backToNow')} className={inbox.back} size="lg" onClick={onBack} />
      <Person name={name} size={36} />
      <div className={inbox.headName}>
        <h2>{name}</h2>
        {chat && at && (
          <ul className={styles.facts} aria-label={say('history.title')}>
            <li>{say(statusKeys[chat.status])}</li>
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

const statusKeys = {
  open: 'history.open',
  pending: 'history.pending',
  resolved: 'history.resolved',
  archived: 'history.archived',
} as const satisfies Record<PastChat['status'], Key>

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
  const lines = { past, marked: event && markedBy(event), since, beginning }
  return (
    <>
      <PastHead chat={past.chat} title={title} at={event?.occurredAt} onBack={leave} />
      {error && event === undefined ? (
        <Problem error={error} retry={() => void refetch()} />
      ) : isPending ? (
        <Loader size="sm" m="auto" />
      ) : event === undefined ? (
        <Silent>{say('history.empty')}</Silent>
      ) : (
        <PastTimeline {...lines} />
      )}
      {event && <JoinedChat event={event} chatId={chatId} />}
      <Controls events={events} place={place} chatId={chatId} onSequence={go} onBack={leave} />
    </>
  )
}

const Silent = ({ children }: { children: ReactNode }) => <p className={inbox.silent}>{children}</p>

/** Returns the id of the message or note that an event is about, so that it can be highlighted. */
function markedBy(event: LogEvent): string | undefined {
  return messageIdOf(event) ?? (event.data['note'] as { id: string } | undefined)?.id
}

/** Returns text that says when the chat's log begins; undefined if the log includes the chat's creation. */
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
        {say('history.openJoined')}
      </Link>
    </p>
  )
}
