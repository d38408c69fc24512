import { Fragment } from 'react'
import styles from './bubble.module.css'

const address = /(https?:\/\/[^\s<>"']+[^\s<>"'.,;:!?)\]])/g

/** A text with its links. Nothing of it is read as HTML. */
export function Words({ text }: { text: string }) {
  return (
    <p className={styles.text}>
      {text.split(address).map((part, i) =>
        i % 2 === 1 ? (
          <a key={`${i}${part}`} href={part} target="_blank" rel="noopener noreferrer nofollow">
            {part}
          </a>
        ) : (
          <Fragment key={`${i}${part}`}>{part}</Fragment>
        ),
      )}
    </p>
  )
}
