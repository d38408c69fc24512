import { outcomeOf } from '../../parts/outcome.ts'
import { clockTime, fullMoment, say } from '../../words/words.ts'
import styles from './inbox.module.css'
import type { ChatChange } from './timeline-items.ts'

/** A line between messages: who changed the chat, how and when. */
export function ChangeLine({ change }: { change: ChatChange }) {
  const { at, by } = change
  const name = change.change === 'automated' ? say('run.by', { name: by?.name ?? '' }) : (by?.name ?? '')
  return (
    <div className={styles.change} title={fullMoment(at)}>
      {[name, textOf(change), clockTime(at)].filter(Boolean).join(' · ')}
    </div>
  )
}

/** Returns in words what changed. */
function textOf({ change, assignee, snooze, rating, run }: ChatChange): string {
  if (change === 'rated') return say('change.rated', { score: rating?.score ?? '' })
  if (change === 'automated') return run ? outcomeOf(run) : ''
  if (change === 'assigned') return say('change.assigned', { name: assignee?.name ?? '' })
  if (change === 'snoozed' && snooze?.until) return say('change.snoozedUntil', { time: fullMoment(snooze.until) })
  return say(`change.${change}`)
}
