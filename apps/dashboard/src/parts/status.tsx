import styles from './desk.module.css'

/** Meaning of a status: well, to be looked at, broken, or neither. */
export type Tone = 'good' | 'warn' | 'bad' | 'quiet'

/** A status in a word, with a color beside it. */
export function Status({ tone, text }: { tone: Tone; text: string }) {
  return (
    <span className={styles.status} data-tone={tone}>
      {text}
    </span>
  )
}
