import { say } from '../words/words.ts'
import styles from './shapes.module.css'

const counts = { lines: 3, table: 7, chats: 8, messages: 5 } as const

type Props = {
  of: keyof typeof counts
}

/** Placeholders in the shape of the content, so that the layout doesn't jump. They appear after a delay, because most loads are faster. */
export function Shapes({ of }: Props) {
  const places = Array.from({ length: counts[of] }, (_, i) => i)
  return (
    <div className={styles.shapes} data-of={of} role="status" aria-busy="true" aria-label={say('desk.reading')}>
      {places.map((place) => (
        <i key={place} />
      ))}
    </div>
  )
}
