import { type ReactNode, useRef } from 'react'
import { useKeys } from '../keys/bindings.ts'
import styles from './desk.module.css'

export type Column<T> = { name: string; cell: (row: T) => ReactNode; isNumber?: boolean }

type Props<T> = {
  label: string
  columns: readonly Column<T>[]
  rows: readonly T[]
  keyOf: (row: T) => string
  isChosen?: (row: T) => boolean
}

/** A table; on a small screen, each row is a block. `j` and `k` move between the links of the rows. */
export function Rows<T>({ label, columns, rows, keyOf, isChosen }: Props<T>) {
  const table = useRef<HTMLTableElement>(null)
  useKeys({ j: () => moveFocus(table.current, 1), k: () => moveFocus(table.current, -1) })
  return (
    <table className={styles.rows} aria-label={label} ref={table}>
      <thead>
        <tr>
          {columns.map(({ name }) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={keyOf(row)} data-chosen={isChosen?.(row) ? '' : undefined}>
            {columns.map(({ name, cell, isNumber }) => (
              <td key={name} data-name={name || undefined} data-number={isNumber ? '' : undefined}>
                {cell(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function moveFocus(table: HTMLTableElement | null, step: 1 | -1): void {
  const links = [...(table?.querySelectorAll<HTMLElement>('tbody tr') ?? [])].flatMap(
    (row) => row.querySelector<HTMLElement>('a[href], button') ?? [],
  )
  const at = links.findIndex((link) => link.closest('tr')?.contains(document.activeElement))
  const next = at < 0 ? 0 : Math.max(0, Math.min(links.length - 1, at + step))
  links[next]?.focus()
}
