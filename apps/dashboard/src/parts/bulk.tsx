import { ActionIcon, Button } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { say } from '../words/say.ts'
import { ConfirmDialog } from './confirm-dialog.tsx'
import styles from './desk.module.css'
import { Icon } from './icon.tsx'
import { sayProblem } from './say-problem.ts'

/** An action on selected rows, which runs for each. */
export type Bulk<T> = {
  name: string
  /** Its consequence in a sentence, or a field that it needs. */
  text: (rows: readonly T[]) => ReactNode
  run: (row: T) => Promise<unknown>
  /** After all rows, also if some failed. */
  onDone: () => Promise<unknown>
  isGrave?: boolean
}

type Props<T> = { rows: readonly T[]; actions: readonly Bulk<T>[]; onLeft: (left: readonly T[]) => void }

/** Actions on the selected rows. Rows that fail stay selected, and the first failure says why. */
export function BulkBar<T>({ rows, actions, onLeft }: Props<T>) {
  const [name, setName] = useState<string>()
  // Its field may have changed since it was chosen.
  const asked = actions.find((action) => action.name === name)
  const run = async ({ run: act, onDone }: Bulk<T>) => {
    const left: T[] = []
    let problem: unknown
    for (const row of rows) {
      await act(row).catch((error: unknown) => {
        problem ??= error
        left.push(row)
      })
    }
    if (problem) sayProblem(problem)
    onLeft(left)
    await onDone()
  }
  return (
    <div className={styles.bulk} role="toolbar" aria-label={say('palette.selected')}>
      <b>{say('inbox.selected', { count: rows.length })}</b>
      {actions.map((action) => (
        <Button
          key={action.name}
          size="compact-sm"
          variant="default"
          {...(action.isGrave ? { c: 'red' } : {})}
          onClick={() => setName(action.name)}
        >
          {action.name}
        </Button>
      ))}
      <ActionIcon
        variant="subtle"
        title={say('inbox.selectNone')}
        aria-label={say('inbox.selectNone')}
        onClick={() => onLeft([])}
      >
        <Icon name="close" size={16} />
      </ActionIcon>
      {asked && (
        <ConfirmDialog
          isOpen
          name={asked.name}
          text={asked.text(rows)}
          isGrave={asked.isGrave ?? false}
          run={() => run(asked)}
          onClose={() => setName(undefined)}
        />
      )}
    </div>
  )
}
