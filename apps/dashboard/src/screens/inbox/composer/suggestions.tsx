import { UnstyledButton, VisuallyHidden } from '@mantine/core'
import { useEffect, useState } from 'react'
import { isComposed } from '../../../keys/bindings.ts'
import styles from '../inbox.module.css'

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
    <>
      {/* The focus stays in the field, so screen readers notice no choice by themselves. */}
      <VisuallyHidden role="status">{items[chosen]?.name}</VisuallyHidden>
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
    </>
  )
}
