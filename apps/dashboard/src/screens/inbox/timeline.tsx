import type { Note } from '@posthorn/sdk'
import { useQuery } from '@tanstack/react-query'
import { Fragment, type ReactNode } from 'react'
import { teamQuery } from '../../api/api.ts'
import { Icon } from '../../parts/icon.tsx'
import { Moment, useNow } from '../../parts/moment.tsx'
import { outcomeOf } from '../../parts/outcome.ts'
import { useWorkspaceId } from '../../session/session.ts'
import { clockTime, dayOf, fullMoment, isSameDay, say } from '../../words/words.ts'
import { piecesOf } from './composer/matches.ts'
import styles from './inbox.module.css'
import type { ChatChange, Item } from './timeline-items.ts'

/** The text of a note, with its mentions highlighted. Other names after an @ stay plain. */
export function NoteText({ note: { message, mentions } }: { note: Pick<Note, 'message' | 'mentions'> }) {
  const team = useQuery({ ...teamQuery(useWorkspaceId()), enabled: mentions.length > 0 }).data ?? []
  const mentioned = team.filter(({ id }) => mentions.includes(id))
  return (
    <p dir="auto">
      {piecesOf(message, mentioned).map(({ text, member }, i) =>
        member === undefined ? (
          text
        ) : (
          <b key={`${i}${member}`} className={styles.mention}>
            {text}
          </b>
        ),
      )}
    </p>
  )
}

type TimelineProps = { items: readonly Item[]; children: (item: Item) => ReactNode }

/** Items of a chat, newest first, with a line for each day. */
export function TimelineItems({ items, children }: TimelineProps) {
  return items.map((item, i) => {
    const before = items[i + 1]
    return (
      <Fragment key={item.id}>
        {children(item)}
        {(before === undefined || !isSameDay(before.at, item.at)) && <DayLine at={item.at} />}
      </Fragment>
    )
  })
}

/** A day. Only this line is rendered again as time passes. */
function DayLine({ at }: { at: string }) {
  return (
    <div className={styles.day}>
      <span>{dayOf(at, useNow())}</span>
    </div>
  )
}

/** A note's author and time, behind an icon. */
export function NoteHead({ note: { by, createdAt }, children }: { note: Note; children?: ReactNode }) {
  return (
    <div className={styles.noteHead}>
      <Icon name="note" size={14} />
      {by.name ? say('note.by', { name: by.name }) : say('composer.note')}
      <Moment at={createdAt} />
      {children}
    </div>
  )
}

/** A line between messages: who changed the chat, how and when. */
export function ChangeLine({ change }: { change: ChatChange }) {
  const { at, by } = change
  const name = change.change === 'automated' ? say('run.by', { name: by?.name ?? '' }) : (by?.name ?? '')
  return (
    <div className={styles.change} title={fullMoment(at)}>
      {[name, sayChange(change), clockTime(at)].filter(Boolean).join(' · ')}
    </div>
  )
}

/** Returns in words what changed. */
export function sayChange({ change, assignee, snooze, rating, run }: ChatChange): string {
  if (change === 'rated') return say('change.rated', { score: rating?.score ?? '' })
  if (change === 'automated') return run ? outcomeOf(run) : ''
  if (change === 'assigned') return say('change.assigned', { name: assignee?.name ?? '' })
  if (change === 'snoozed' && snooze?.until) return say('change.snoozedUntil', { time: fullMoment(snooze.until) })
  return say(`change.${change}`)
}
