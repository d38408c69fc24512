import { UnstyledButton } from '@mantine/core'
import { useId } from 'react'
import styles from './palette.module.css'
import type { Action, Mark } from './palette-state.ts'
import type { ActionGroup } from './results.ts'

type GroupProps = {
  group: ActionGroup
  chosen: Action | undefined
  onChoose: (action: Action) => void
  onRun: (action: Action) => void
}

export function PaletteGroup({ group, chosen, onChoose, onRun }: GroupProps) {
  const title = useId()
  return (
    // Not a fieldset: in a listbox, screen readers expect a group.
    <div role="group" aria-labelledby={title}>
      <div className={styles.title} id={title}>
        {group.title}
      </div>
      {group.actions.map((action) => (
        <ActionRow
          key={action.id}
          action={action}
          isChosen={action === chosen || action.id === chosen?.id}
          onChoose={() => onChoose(action)}
          onRun={() => onRun(action)}
        />
      ))}
    </div>
  )
}

type RowProps = { action: Action; isChosen: boolean; onChoose: () => void; onRun: () => void }

function ActionRow({ action, isChosen, onChoose, onRun }: RowProps) {
  const { id, name, marks = [], part, hint, keys } = action
  return (
    <UnstyledButton
      id={`action-${id}`}
      role="option"
      aria-selected={isChosen}
      tabIndex={-1}
      className={styles.action}
      onMouseMove={onChoose}
      onClick={onRun}
    >
      <span className={styles.name}>
        <Marked text={name} marks={marks} />
      </span>
      {part && (
        <span className={styles.part}>
          <Marked {...part} />
        </span>
      )}
      {hint && <span className={styles.hint}>{hint}</span>}
      {keys && <kbd className={styles.keys}>{keys}</kbd>}
    </UnstyledButton>
  )
}

function Marked({ text, marks }: { text: string; marks: readonly Mark[] }) {
  const pieces = marks.map(({ from, to }, i) => (
    <span key={from}>
      {text.slice(marks[i - 1]?.to ?? 0, from)}
      <mark>{text.slice(from, to)}</mark>
    </span>
  ))
  return (
    <>
      {pieces}
      {text.slice(marks.at(-1)?.to ?? 0)}
    </>
  )
}
