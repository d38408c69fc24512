import { IconButton } from '../../../parts/icon-button.tsx'
import { Person } from '../../../parts/person.tsx'
import { duration, fullMoment } from '../../../words/moments.ts'
import { type Key, say } from '../../../words/say.ts'
import inbox from '../inbox.module.css'
import { titleOf } from '../title.ts'
import styles from './history.module.css'
import type { PastChat } from './state.ts'

type Props = { chat: PastChat | undefined; title: string; at: string | undefined; onBack: () => void }

export function PastHead({ chat, title, at, onBack }: Props) {
  const name = chat === undefined ? title : titleOf(named(chat, title))
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
            {chat.snooze && <li>{restOf(chat.snooze.until)}</li>}
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

const named = ({ name, phone, type = 'direct' }: PastChat, title: string) => ({
  name: name ?? phone ?? title,
  phone: null,
  type,
})

const restOf = (until: string | null) =>
  until === null ? say('change.snoozed') : say('change.snoozedUntil', { time: fullMoment(until) })

function windowAt(closesAt: string | null | undefined, at: string): string {
  if (!closesAt) return say('window.never')
  const left = Date.parse(closesAt) - Date.parse(at)
  return left > 0 ? say('window.open', { time: duration(left) }) : say('window.closed')
}
