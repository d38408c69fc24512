import type { Chat } from '@posthorn/sdk'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { memo } from 'react'
import { numbersQuery } from '../../api/api.ts'
import { useDraft, useOutgoing, wordsOf } from '../../outbox/outbox.ts'
import { Icon } from '../../parts/icon.tsx'
import { MessageStatus, previewOf } from '../../parts/message.tsx'
import { useNow } from '../../parts/moment.tsx'
import { Person } from '../../parts/person.tsx'
import { useWorkspaceId } from '../../session/session.ts'
import { duration, fullMoment, say, shortMoment } from '../../words/words.ts'
import { closingMs, readEarly, titleOf } from './data.ts'
import styles from './inbox.module.css'
import type { Narrowing } from './views.ts'

type Props = { chat: Chat; view: string; search: Narrowing; isOpen: boolean }

/**
 * A chat in the list: its name, its last message, and what needs attention. Rendered again only when its own values or the time change:
 * opening a chat renders the list, and the other rows would delay the messages.
 */
export const ChatRow = memo(function ChatRow({ chat, view, search, isOpen }: Props) {
  const ws = useWorkspaceId()
  const now = useNow()
  const { lastMessage } = chat
  const title = titleOf(chat)
  const { data: numbers = [] } = useQuery(numbersQuery(ws))
  const number = numbers.find(({ id }) => id === chat.number)
  return (
    <Link
      to="/$ws/inbox/$view/$chat"
      params={{ ws, view, chat: chat.id }}
      search={search}
      className={styles.row}
      data-unread={chat.unread ? '' : undefined}
      aria-current={isOpen ? 'true' : undefined}
      // The router would read the messages only after it has rendered the change of the page.
      onClick={() => readEarly(ws, chat.id)}
    >
      <Person name={title} size={36} />
      <span className={styles.rowMain}>
        <span className={styles.rowTop}>
          <span className={styles.rowName} dir="auto">
            {title}
          </span>
          {chat.pinned && <Icon name="pin" size={12} />}
          {chat.muted && <Icon name="mute" size={12} />}
          {lastMessage && (
            <time className={styles.rowTime} dateTime={lastMessage.at} title={fullMoment(lastMessage.at)}>
              {shortMoment(lastMessage.at, now)}
            </time>
          )}
        </span>
        <span className={styles.rowBottom}>
          <span className={styles.rowText} dir="auto">
            <LastWords chat={chat} />
          </span>
          {chat.unreadCount > 0 && (
            <span className={styles.unread} aria-label={say('inbox.unread', { count: chat.unreadCount })}>
              {chat.unreadCount}
            </span>
          )}
        </span>
        <RowFacts
          chat={chat}
          number={numbers.length > 1 ? number?.name : undefined}
          now={now}
          isHeld={number?.queue?.status === 'paused' && lastMessage?.status === 'queued'}
        />
      </span>
    </Link>
  )
})

/**
 * What matters most in a chat: a failed entry, a draft, a message that isn't sent yet, or else the last message. The words before it, in the
 * reader's language, don't decide the direction of its text.
 */
function LastWords({ chat: { id, lastMessage } }: { chat: Chat }) {
  const [reply, note] = [useDraft('reply', id), useDraft('note', id)]
  const outgoing = useOutgoing(id)
  const draft = reply || note
  const [failed] = outgoing.filter(({ status }) => status === 'failed')
  if (failed) {
    return (
      <>
        <Icon name="warning" size={14} />{' '}
        <b className={styles.notSent} dir="auto">
          {say('outbox.failed')}
        </b>{' '}
        {wordsOf(failed)}
      </>
    )
  }
  if (draft !== '') {
    return (
      <>
        <b className={styles.draft} dir="auto">
          {say('inbox.draft')}
        </b>{' '}
        {draft}
      </>
    )
  }
  const waiting = outgoing.findLast(({ content }) => content.kind !== 'note')
  if (waiting) {
    return (
      <>
        <Icon name="clock" size={14} /> <bdi className={styles.you}>{say('inbox.you')} </bdi>
        {wordsOf(waiting)}
      </>
    )
  }
  if (lastMessage === null) return say('inbox.nothingSaid')
  const isOut = lastMessage.direction === 'out'
  return (
    <>
      {isOut && lastMessage.status && <MessageStatus status={lastMessage.status} size={14} />}
      {isOut && <bdi className={styles.you}>{say('inbox.you')} </bdi>}
      {previewOf(lastMessage)}
    </>
  )
}

type FactsProps = { chat: Chat; number: string | undefined; now: number; isHeld: boolean }

/** What needs attention in a chat, and up to three labels. `isHeld`: its last message waits in a paused queue. Shows no wait below a minute. */
function RowFacts({ chat, number, now, isHeld }: FactsProps) {
  const left = chat.windowClosesAt === null ? 0 : Date.parse(chat.windowClosesAt) - now
  const waits = chat.waitingSince ? now - Date.parse(chat.waitingSince) : 0
  const isClosing = left > 0 && left < closingMs
  const hasFacts = isHeld || isClosing || waits >= 60_000 || chat.labels.length > 0 || chat.assignee !== null
  if (!hasFacts && number === undefined) return null
  return (
    <span className={styles.rowFacts}>
      {isHeld && <span className={styles.waits}>{say('inbox.queuePaused')}</span>}
      {waits >= 60_000 && (
        <span className={styles.waits}>
          <Icon name="clock" size={11} /> {duration(waits)}
        </span>
      )}
      {isClosing && <span className={styles.closing}>{say('inbox.closes', { time: duration(left) })}</span>}
      {chat.labels.slice(0, 3).map(({ id, name, color }) => (
        <span key={id} className={styles.label}>
          <span className={styles.swatch} style={{ background: color }} />
          {name}
        </span>
      ))}
      {number && <bdi>{number}</bdi>}
      {chat.assignee && <span className={styles.assignee}>{chat.assignee.name}</span>}
    </span>
  )
}
