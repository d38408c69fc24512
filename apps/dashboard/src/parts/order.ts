import { language } from '../words/say.ts'

/** How a list is sorted: by the column at an index, upward or downward. */
export type Order = { column: number; direction: 'ascending' | 'descending' }

/** Returns the order after a click on a column: upward, downward, then as the server returned the list. */
export function orderAfter(order: Order | undefined, column: number): Order | undefined {
  if (order?.column !== column) return { column, direction: 'ascending' }
  return order.direction === 'ascending' ? { column, direction: 'descending' } : undefined
}

/** Sort key of a row. */
export type SortBy<T> = (row: T) => string | number | null | undefined

/** Sorts rows as the reader's language does. Rows without a value come last in both directions. */
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
