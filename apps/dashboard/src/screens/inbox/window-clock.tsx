import type { Chat } from '../../api/kinds.ts'
import { useNow } from '../../parts/now.ts'
import { duration, fullMoment } from '../../words/moments.ts'
import { say } from '../../words/say.ts'
import styles from './inbox.module.css'

const soonMs = 2 * 3_600_000

/** Shows how long free text still reaches the customer. */
export function WindowClock({ chat }: { chat: Chat }) {
  const now = useNow()
  if (chat.type !== 'direct') return null
  const { windowClosesAt } = chat
  if (windowClosesAt === null) return <span className={styles.window}>{say('window.never')}</span>
  const left = Date.parse(windowClosesAt) - now
  if (left <= 0) {
    return (
      <span className={styles.window} data-state="closed" title={fullMoment(windowClosesAt)}>
        {say('window.closed')}
      </span>
    )
  }
  return (
    <span className={styles.window} data-state={left < soonMs ? 'closing' : 'open'} title={fullMoment(windowClosesAt)}>
      {say('window.open', { time: duration(left) })}
    </span>
  )
}
