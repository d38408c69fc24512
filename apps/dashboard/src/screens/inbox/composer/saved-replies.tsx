import { UnstyledButton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { repliesQuery } from '../../../api/replies.ts'
import { say } from '../../../words/say.ts'
import styles from '../inbox.module.css'
import { matchingReplies } from './matching-replies.ts'

type Props = { workspace: string; written: string; onChoose: (text: string) => void }

/** The saved replies that fit what is written behind a slash. Arrows choose one, Enter takes it. */
export function SavedReplies({ workspace, written, onChoose }: Props) {
  const replies = useQuery(repliesQuery(workspace)).data ?? []
  const found = matchingReplies(replies, written)
  const [at, setAt] = useState(0)
  const chosen = Math.min(at, found.length - 1)
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const message = found[chosen]?.message
      if (message === undefined || event.isComposing) return
      if (event.key === 'Enter') onChoose(message)
      else if (event.key === 'ArrowDown') setAt((chosen + 1) % found.length)
      else if (event.key === 'ArrowUp') setAt((chosen + found.length - 1) % found.length)
      else return
      event.preventDefault()
      event.stopPropagation()
    }
    // Before the field, which would send the text with its slash.
    addEventListener('keydown', onKey, { capture: true })
    return () => removeEventListener('keydown', onKey, { capture: true })
  })
  if (found.length === 0) return null
  return (
    <section className={styles.templates} aria-label={say('nav.replies')}>
      {found.map(({ id, name, shortcut, message }, i) => (
        <UnstyledButton
          key={id}
          className={styles.templateRow}
          data-chosen={i === chosen ? '' : undefined}
          onClick={() => onChoose(message)}
        >
          <b>{name}</b> {shortcut && <span className={styles.quiet}>{`/${shortcut}`}</span>}
          <span className={styles.templateBody}>{message}</span>
        </UnstyledButton>
      ))}
    </section>
  )
}
