import { Button, Checkbox, Group, UnstyledButton } from '@mantine/core'
import type { ReactNode } from 'react'
import { useKeys } from '../keys/bindings.ts'
import { language, say } from '../words/words.ts'
import styles from './desk.module.css'
import { Icon } from './icon.tsx'
import { extended, type Selected, toggled } from './selection.ts'

/** A column of a table. Screens make their columns on each render, because names and cells are in the reader's language. */
export type Column<T> = {
  name: string
  cell: (row: T) => ReactNode
  isNumber?: boolean
  /** Sort key of the column. Without it, the column can't be sorted. */
  by?: SortBy<T>
}

export type RowSelection<T> = { selected: Selected; onSelect: (selected: Selected) => void; nameOf: (row: T) => string }

type RowsProps<T> = {
  label: string
  columns: readonly Column<T>[]
  rows: readonly T[]
  keyOf: (row: T) => string
  /** Called when a row is opened through its first cell. */
  onOpen?: ((row: T) => void) | undefined
  selection?: RowSelection<T> | undefined
  order?: Order | undefined
  onOrder?: ((order: Order | undefined) => void) | undefined
}

/**
 * A table. On a small screen, each row is a block. `j` and `k` move between the links of rows, `x` selects the row with the focus, `X` a range.
 * Of several tables on a page, only the first gets the keys, so they act on the rows of all.
 */
export function Rows<T>({ label, columns, rows, keyOf, onOpen, selection, order, onOrder }: RowsProps<T>) {
  const keys = rows.map(keyOf)
  const select = (key: string, isRange: boolean) => {
    if (selection === undefined) return
    const { selected, onSelect } = selection
    onSelect(isRange ? extended(selected, key, keys) : toggled(selected, key))
  }
  useKeys({
    j: () => moveFocus(1),
    k: () => moveFocus(-1),
    ...(selection ? { x: () => clickFocused(false), X: () => clickFocused(true) } : {}),
  })
  return (
    <table className={styles.rows} aria-label={label}>
      <thead>
        <tr>
          {selection && <SelectAll keys={keys} {...selection} />}
          {columns.map((column, i) => (
            <Head key={column.name} {...{ column, order }} index={i} onOrder={onOrder} />
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={keyOf(row)}>
            {selection && (
              <td className={styles.select}>
                <Checkbox
                  size="xs"
                  aria-label={say('inbox.select', { name: selection.nameOf(row) })}
                  checked={selection.selected.ids.has(keyOf(row))}
                  // Only the click tells whether Shift is down.
                  onChange={() => {}}
                  onClick={({ shiftKey }) => select(keyOf(row), shiftKey)}
                />
              </td>
            )}
            {columns.map(({ name, cell, isNumber }, i) => (
              <td key={name} data-name={name || undefined} data-number={isNumber ? '' : undefined}>
                {i === 0 && onOpen ? (
                  <UnstyledButton className={styles.open} onClick={() => onOpen(row)}>
                    {cell(row)}
                  </UnstyledButton>
                ) : (
                  cell(row)
                )}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Checkbox that selects all rows of the table, or none. */
function SelectAll<T>({ keys, selected, onSelect }: { keys: readonly string[] } & RowSelection<T>) {
  const isAll = keys.length > 0 && keys.every((key) => selected.ids.has(key))
  return (
    <th scope="col" className={styles.select}>
      <Checkbox
        size="xs"
        aria-label={say(isAll ? 'inbox.selectNone' : 'desk.selectAll')}
        checked={isAll}
        indeterminate={!isAll && selected.ids.size > 0}
        onChange={() => onSelect({ ids: new Set(isAll ? [] : keys), anchor: undefined })}
      />
    </th>
  )
}

type HeadProps<T> = {
  column: Column<T>
  /** Position of the column. */
  index: number
  order: Order | undefined
  onOrder: ((order: Order | undefined) => void) | undefined
}

/** A column's name. If the column can be sorted, a click on the name changes the order. */
function Head<T>({ column: { name, by }, index, order, onOrder }: HeadProps<T>) {
  if (by === undefined || onOrder === undefined) return <th scope="col">{name}</th>
  const direction = order?.column === index ? order.direction : undefined
  return (
    <th scope="col" {...(direction ? { 'aria-sort': direction } : {})}>
      <UnstyledButton className={styles.sort} onClick={() => onOrder(orderAfter(order, index))}>
        {name}
        {direction && <Icon name={direction === 'ascending' ? 'up' : 'down'} size={13} />}
      </UnstyledButton>
    </th>
  )
}

/** Clicks the checkbox of the row with the focus. With Shift, that selects a range. */
function clickFocused(shiftKey: boolean): void {
  const box = document.activeElement?.closest('tbody tr')?.querySelector('td:first-child input[type=checkbox]')
  box?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, shiftKey }))
}

/** Moves the focus to the first link or button of the page's next or previous row that has one. Starts at the first such row. */
function moveFocus(step: 1 | -1): void {
  const rows = [...document.querySelectorAll('tbody tr')]
  const links = rows.flatMap((row) => row.querySelector<HTMLElement>('a[href], button') ?? [])
  const at = links.findIndex((link) => link.closest('tr')?.contains(document.activeElement))
  const next = at < 0 ? 0 : Math.max(0, Math.min(links.length - 1, at + step))
  links[next]?.focus()
}

export type Order = { column: number; direction: 'ascending' | 'descending' }

/** Returns the order after a click on a column. Clicks cycle through ascending, descending, and the server's order. */
function orderAfter(order: Order | undefined, column: number): Order | undefined {
  if (order?.column !== column) return { column, direction: 'ascending' }
  return order.direction === 'ascending' ? { column, direction: 'descending' } : undefined
}

type SortBy<T> = (row: T) => string | number | null | undefined

/** Sorts rows by the rules of the reader's language. Rows without a value come last in both directions. */
export function sorted<T>(rows: readonly T[], by: SortBy<T>, direction: Order['direction']): readonly T[] {
  const { compare } = new Intl.Collator(language(), { numeric: true, sensitivity: 'base' })
  const sign = direction === 'descending' ? -1 : 1
  return rows.toSorted((a, b) => {
    const [left, right] = [by(a), by(b)]
    const [isLeftEmpty, isRightEmpty] = [left ?? '', right ?? ''].map((value) => value === '')
    if (isLeftEmpty || isRightEmpty) return Number(isLeftEmpty) - Number(isRightEmpty)
    if (typeof left === 'number' && typeof right === 'number') return (left - right) * sign
    return compare(String(left), String(right)) * sign
  })
}

type MoreProps = { query: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => Promise<unknown> } }

/** Button that loads the next page of a list. */
export function More({ query }: MoreProps) {
  if (!query.hasNextPage) return null
  return (
    <Group justify="center" mt="sm">
      <Button variant="default" loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
        {say('desk.more')}
      </Button>
    </Group>
  )
}
