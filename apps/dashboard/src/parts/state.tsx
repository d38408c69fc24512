import styles from './desk.module.css'

/** Meaning of a state: well, to be looked at, broken, or neither. */
export type Tone = 'good' | 'warn' | 'bad' | 'quiet'

/** A state in a word, with a colour beside it. */
export function State({ tone, text }: { tone: Tone; text: string }) {
  return (
    <span className={styles.state} data-tone={tone}>
      {text}
    </span>
  )
}
