import type { Verb } from '@posthorn/chassis'
import type { contacts } from '@posthorn/contracts'
import type { ContactsRuntime } from '../config.ts'
import { csvLine, plainCell } from '../contacts/csv.ts'
import { type FaultyRow, faultyRowsAfter } from './faults.sql.ts'
import { findImport } from './get.ts'

/** Rows of one part. */
const partSize = 500

/** Columns beside those of the file: the next import ignores them. */
const addedColumns = ['import.row', 'import.line', 'import.faults']

/** Returns a part of the faulty rows as CSV: the columns of the file, then what is wrong with the row. */
export const exportErrors: Verb<typeof contacts.imports.exportErrors, ContactsRuntime> = async ({ ctx, input }) => {
  const { id, workspaceId, columns } = await findImport(ctx.em, input.id)
  const parts = ctx.cursors(`faulty rows of ${id}`)
  const [last] = input.cursor === undefined ? [] : parts.take(input.cursor)
  const rows = await faultyRowsAfter(ctx.em, { id, workspaceId }, { row: Number(last ?? 0), size: partSize })
  const header = last === undefined ? csvLine([...(columns ?? []), ...addedColumns]) : ''
  const end = rows.length === partSize ? rows.at(-1) : undefined
  return {
    chunk: header + rows.map((row) => csvLine(cellsOf(row, columns?.length ?? 0))).join(''),
    next: end ? parts.give([String(end.row)]) : null,
  }
}

function cellsOf({ row, line, cells, faults }: FaultyRow, count: number): string[] {
  const own = Array.from({ length: count }, (_, i) => plainCell(cells?.[i] ?? ''))
  return [...own, String(row), line === null ? '' : String(line), faults]
}
