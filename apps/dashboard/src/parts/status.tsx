import styles from './desk.module.css'

/** Tone of a status: good, warning, bad, or neutral. */
export type Tone = 'good' | 'warn' | 'bad' | 'quiet'

/** A status with a colored dot. */
export function Status({ tone, text }: { tone: Tone; text: string }) {
  return (
    <span className={styles.status} data-tone={tone}>
      {text}
    </span>
  )
}
