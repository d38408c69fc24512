import { Loader } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Chat } from '../../../api/kinds.ts'
import { Problem } from '../../../parts/problem.tsx'
import { fullMoment } from '../../../words/moments.ts'
import { say } from '../../../words/say.ts'
import { notesQuery } from '../data.ts'
import inbox from '../inbox.module.css'
import { titleOf } from '../title.ts'
import { useHistoryPlace } from '../use-history-place.ts'
import { Controls } from './controls.tsx'
import styles from './history.module.css'
import { useChatLog } from './log.ts'
import { isOfChat, type LogEvent, messageIdOf } from './log-event.ts'
import { PastHead } from './past-head.tsx'
import { PastTimeline } from './past-timeline.tsx'
import { stateAt } from './state.ts'

type Props = { workspace: string; id: string; chat: Chat | undefined; at: number }

export function History({ workspace, id, chat, at }: Props) {
  const { go, leave } = useHistoryPlace()
  const { events, place, hasEarlier, error, refetch, isPending } = useChatLog(workspace, id, at)
  const notes = useQuery(notesQuery(workspace, id)).data ?? []
  const event = events[place]
  const past = stateAt(events, { chat: id, at: event?.sequence ?? at, notes })
  const title = chat === undefined ? '' : titleOf(chat)
  const beginning = hasEarlier ? undefined : beginningOf(events, id)
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
      {event && <JoinedChat event={event} chat={id} />}
      <Controls events={events} place={place} chat={id} onSequence={go} onBack={leave} />
    </>
  )
}

const Silent = ({ children }: { children: ReactNode }) => <p className={inbox.silent}>{children}</p>

function markedBy(event: LogEvent): string | undefined {
  return messageIdOf(event) ?? (event.data['note'] as { id: string } | undefined)?.id
}

/** Returns text that says when the chat's log begins; undefined if the log includes the chat's creation. */
function beginningOf(events: readonly LogEvent[], chat: string): string | undefined {
  const [first] = events
  if (first === undefined) return undefined
  const isCreated = events.some((event) => isOfChat(event, chat) && event.data['change'] === 'created')
  return isCreated ? undefined : say('history.since', { time: fullMoment(first.occurredAt) })
}

/** Links to the history of a chat that was merged into this one. */
function JoinedChat({ event, chat }: { event: LogEvent; chat: string }) {
  const { id } = event.data as { id: string }
  if (event.event !== 'chat:updated' || isOfChat(event, chat)) return null
  return (
    <p className={styles.joined}>
      {say('history.joined')}{' '}
      <Link to="." params={(known: object) => ({ ...known, chat: id })} search={true}>
        {say('history.openJoined')}
      </Link>
    </p>
  )
}
