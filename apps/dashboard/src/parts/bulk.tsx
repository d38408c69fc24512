import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { type Key, say } from '../words/words.ts'
import styles from './desk.module.css'
import { ConfirmDialog } from './dialogs.tsx'
import { IconButton } from './icon.tsx'
import { isNotFound, sayProblem } from './problem.tsx'
import type { RowSelection } from './rows.tsx'
import { nothingSelected } from './selection.ts'

/** An action on the selected rows, which runs once for each row. */
export type Bulk<T> = {
  name: string
  /** The consequence in a sentence, or a field for a value that the action needs. */
  text: (rows: readonly T[]) => ReactNode
  run: (row: T) => Promise<unknown>
  /** Called before the dialog opens, to reset the fields in its text. */
  onOpen?: () => void
  /** Called after all rows have been processed, even if some failed. */
  onDone: () => Promise<unknown>
  /** Set if the action deletes something. */
  isGrave?: boolean
  /** False while a field in the text still has to be filled in. */
  isReady?: boolean
  /** Whether the action applies to a row; absent if it applies to all rows. Other rows aren't changed. */
  isFor?: (row: T) => boolean
  /** How many rows the action needs. */
  rowsMin?: number
}

type Offer<T> = Omit<Bulk<T>, 'onDone'> & { isAllowed: boolean }

/** Returns the actions that the person may perform. They refetch the queries whose keys start with one of `changes`. */
export function useBulk<T>(changes: readonly string[], offers: readonly Offer<T>[]): Bulk<T>[] {
  const client = useQueryClient()
  const onDone = () => Promise.all(changes.map((noun) => client.invalidateQueries({ queryKey: [noun] })))
  return offers.filter(({ isAllowed }) => isAllowed).map((offer) => ({ ...offer, onDone }))
}

/** Returns the names of rows for a question about all of them. */
export const namesOf = (rows: readonly { name: string | null }[]) => rows.flatMap(({ name }) => name ?? []).join(', ')

/** Waits for a removal. That there is nothing left to remove counts as done. */
export const unlessGone = (removal: Promise<unknown>) =>
  removal.catch((error: unknown) => {
    if (!isNotFound(error)) throw error
  })

type Removable = { id: string; name: string | null }

/** Returns the action that deletes rows. `why` is its consequence, a text with the `name` of the rows. */
export const removal = (isAllowed: boolean, why: Key, run: (row: { id: string }) => Promise<unknown>) => ({
  isAllowed,
  name: say('word.delete'),
  text: (rows: readonly Removable[]) => say(why, { name: namesOf(rows) }),
  run: ({ id }: Removable) => unlessGone(run({ id })),
  isGrave: true,
})

/**
 * Keeps track of the selected rows of a list. Returns the toolbar to show above the list, if any row is selected, and the `selection` of its
 * `Rows`, undefined without actions.
 */
export function useBulkRows<T extends { id: string }>(
  rows: readonly T[],
  { actions, nameOf }: { actions: readonly Bulk<T>[]; nameOf: (row: T) => string },
): { bar: ReactNode; selection: RowSelection<T> | undefined } {
  const [selected, onSelect] = useState(nothingSelected)
  const chosen = rows.filter(({ id }) => selected.ids.has(id))
  const onLeft = (left: readonly T[]) => onSelect({ ids: new Set(left.map(({ id }) => id)), anchor: undefined })
  return {
    bar: chosen.length > 0 && <BulkBar rows={chosen} actions={actions} onLeft={onLeft} />,
    selection: actions.length > 0 ? { selected, onSelect, nameOf } : undefined,
  }
}

type BulkBarProps<T> = {
  rows: readonly T[]
  actions: readonly Bulk<T>[]
  /** Called with the rows that stay selected. */
  onLeft: (left: readonly T[]) => void
}

/** Toolbar with actions on the selected rows. Rows that fail, or that the action isn't for, stay selected. Explains the first failure. */
function BulkBar<T>({ rows, actions, onLeft }: BulkBarProps<T>) {
  const [name, setName] = useState<string>()
  // Look the action up again: its field may have changed since it was chosen.
  const asked = actions.find((action) => action.name === name)
  const rowsOf = ({ isFor = () => true }: Bulk<T>) => rows.filter(isFor)
  const open = ({ name: chosen, onOpen }: Bulk<T>) => {
    onOpen?.()
    setName(chosen)
  }
  const run = async (action: Bulk<T>) => {
    const { run: act, onDone } = action
    const acted = rowsOf(action)
    const left = rows.filter((row) => !acted.includes(row))
    let problem: unknown
    for (const row of acted) {
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
          disabled={rowsOf(action).length < (action.rowsMin ?? 1)}
          onClick={() => open(action)}
        >
          {action.name}
        </Button>
      ))}
      <IconButton icon="close" iconSize={16} label={say('inbox.selectNone')} onClick={() => onLeft([])} />
      {asked && (
        <ConfirmDialog
          name={asked.name}
          text={asked.text(rowsOf(asked))}
          isGrave={asked.isGrave ?? false}
          isReady={asked.isReady ?? true}
          run={() => run(asked)}
          onClose={() => setName(undefined)}
        />
      )}
    </div>
  )
}
