import { UnstyledButton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { repliesQuery } from '../../../api/api.ts'
import { isComposed } from '../../../keys/bindings.ts'
import { say } from '../../../words/words.ts'
import styles from '../inbox.module.css'
import { matchingReplies } from './matches.ts'

type SavedRepliesProps = { workspace: string; afterSlash: string; onChoose: (text: string) => void }

/** Suggests saved replies whose shortcut or name matches the text after the slash. */
export function SavedReplies({ workspace, afterSlash, onChoose }: SavedRepliesProps) {
  const replies = useQuery(repliesQuery(workspace)).data ?? []
  const items = matchingReplies(replies, afterSlash).map(({ id, name, shortcut, message }) => ({
    id,
    name,
    hint: shortcut ? `/${shortcut}` : undefined,
    body: message,
  }))
  return <Suggestions label={say('nav.replies')} items={items} onChoose={({ body }) => onChoose(body)} />
}

type Suggestion = { id: string; name: string; hint?: string | undefined; body?: string }

type SuggestionsProps<S extends Suggestion> = { label: string; items: readonly S[]; onChoose: (item: S) => void }

/** Suggestions for the current text. Arrow keys choose one; Enter or Tab inserts it. */
export function Suggestions<S extends Suggestion>({ label, items, onChoose }: SuggestionsProps<S>) {
  const [at, setAt] = useState(0)
  const chosen = Math.min(at, items.length - 1)
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const item = items[chosen]
      if (item === undefined || isComposed(event)) return
      if (event.key === 'Enter' || event.key === 'Tab') onChoose(item)
      else if (event.key === 'ArrowDown') setAt((chosen + 1) % items.length)
      else if (event.key === 'ArrowUp') setAt((chosen + items.length - 1) % items.length)
      else return
      event.preventDefault()
      event.stopPropagation()
    }
    // Runs before the field handles the key: the field's Enter would send the text.
    addEventListener('keydown', onKey, { capture: true })
    return () => removeEventListener('keydown', onKey, { capture: true })
  })
  if (items.length === 0) return null
  return (
    <section className={styles.templates} aria-label={label}>
      {items.map((item, i) => (
        <UnstyledButton
          key={item.id}
          className={styles.templateRow}
          data-chosen={i === chosen ? '' : undefined}
          onClick={() => onChoose(item)}
        >
          <b>{item.name}</b> {item.hint && <span className={styles.quiet}>{item.hint}</span>}
          {item.body && (
            <span className={styles.templateBody} dir="auto">
              {item.body}
            </span>
          )}
        </UnstyledButton>
      ))}
    </section>
  )
}
