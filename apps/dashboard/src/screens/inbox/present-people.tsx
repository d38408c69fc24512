import type { Presence } from '@posthorn/sdk'
import { Person } from '../../parts/person.tsx'
import { say } from '../../words/say.ts'
import styles from './inbox.module.css'

/** The others who read this chat or write an answer now. */
export function PresentPeople({ others }: { others: Presence[] }) {
  return (
    <div className={styles.present} role="status">
      {others.map(({ by, status }) => (
        <span key={by.id} data-status={status}>
          <Person name={by.name ?? ''} size={18} />
          {say(`presence.${status}`, { name: by.name ?? '' })}
        </span>
      ))}
    </div>
  )
}
