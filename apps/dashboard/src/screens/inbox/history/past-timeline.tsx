import { Fragment, useEffect } from 'react'
import type { Message, Note } from '../../../api/kinds.ts'
import { Icon } from '../../../parts/icon.tsx'
import { Moment } from '../../../parts/moment.tsx'
import { explanationOf } from '../../../parts/why-not-sent.ts'
import { dayOf, isSameDay } from '../../../words/moments.ts'
import { say } from '../../../words/say.ts'
import { BubbleBody } from '../bubble/bubble-body.tsx'
import { Pictures } from '../bubble/media.tsx'
import { ChangeLine } from '../change-line.tsx'
import inbox from '../inbox.module.css'
import { NoteText } from '../note-text.tsx'
import { type Item, timelineOf } from '../timeline-items.ts'
import styles from './history.module.css'
import type { Past } from './state.ts'

type Props = {
  past: Past
  /** The message or note that the event is about. */
  marked: string | undefined
  /** Time of the oldest loaded event, before which the timeline would have gaps; undefined if all of it has. */
  since: string | undefined
  /** Text that says when the log begins; undefined if it includes the chat's creation. */
  beginning: string | undefined
}

/** The messages, notes and changes of a chat as of an event. */
export function PastTimeline({ past, marked, since, beginning }: Props) {
  const items = timelineOf({ ...past, hasOlder: false }).filter(({ at }) => since === undefined || at >= since)
  const byId = new Map(past.messages.map((message) => [message.id, message]))
  useEffect(() => {
    if (marked !== undefined) document.getElementById(marked)?.scrollIntoView({ block: 'nearest' })
  }, [marked])
  return (
    <Pictures messages={past.messages}>
      <div className={inbox.timeline} role="log" aria-live="off" aria-label={say('inbox.conversation')} tabIndex={0}>
        {past.isDeleted && <p className={inbox.change}>{say('did.deleted')}</p>}
        {items.map((item, i) => {
          const before = items[i + 1]
          const isNewDay = before === undefined || !isSameDay(before.at, item.at)
          return (
            <Fragment key={item.id}>
              <PastItem item={item} marked={marked} byId={byId} />
              {isNewDay && (
                <div className={inbox.day}>
                  <span>{dayOf(item.at)}</span>
                </div>
              )}
            </Fragment>
          )
        })}
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
  const { name } = note.by
  return (
    <article id={note.id} className={inbox.note} data-marked={isMarked ? '' : undefined}>
      <div className={inbox.noteHead}>
        <Icon name="note" size={14} />
        {name ? say('note.by', { name }) : say('note.title')}
        <Moment at={note.createdAt} />
      </div>
      {note.message === '' ? <p className={styles.gone}>{say('history.noteGone')}</p> : <NoteText note={note} />}
    </article>
  )
}
