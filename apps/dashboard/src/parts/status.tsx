import styles from './desk.module.css'

export type Tone = 'good' | 'warn' | 'bad' | 'quiet'

export function Status({ tone, text }: { tone: Tone; text: string }) {
  return (
    <span className={styles.status} data-tone={tone}>
      {text}
    </span>
  )
}
