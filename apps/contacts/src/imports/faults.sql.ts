import type { EntityManager } from '@mikro-orm/postgresql'
import { rowType, sql, statement } from '@posthorn/chassis'
import type { ImportRow } from '../entities/import.ts'
import type { RowFault } from './row.ts'

/** Most faults of one import that are kept; all are counted. */
const faultsMax = 10_000
/** Longest row that is kept with its faults, in characters. */
const cellsCharactersMax = 16_384

const faultRow = rowType<RowFault & { id: string }>({
  id: 'text',
  row: 'integer',
  line: 'integer',
  column_name: ['text', ({ column }) => column],
  error_code: ['text', ({ errorCode }) => errorCode],
  message: 'text',
  value: 'text',
  cells: ['jsonb', ({ cells }) => storableCells(cells)],
})

const insertFaults = statement(
  { workspace: 'text', job: 'text', faults: faultRow, most: 'integer' },
  ({ workspace, job, faults, most }) => `insert into import_error (workspace_id, import_id, ${faults.list()})
    select ${workspace}, ${job}, ${faults.list('f')} from ${faults.as('f')}
    limit greatest(0, ${most} - (select count(*) from import_error where workspace_id = ${workspace} and import_id = ${job}))`,
)

/** Stores the faults of a chunk in the order of the rows, up to the maximum of an import. */
export async function keepFaults(em: EntityManager, job: ImportRow, found: RowFault[]): Promise<void> {
  if (found.length === 0) return
  const faults = found.toSorted((a, b) => a.row - b.row).map((fault, i) => ({ ...fault, id: idOfFault(fault.row, i) }))
  await sql(em, insertFaults({ workspace: job.workspaceId, job: job.id, faults, most: faultsMax }))
}

// Digits of one length, so that text order is row order.
const paddedRow = (row: number) => String(row).padStart(10, '0')
const idOfFault = (row: number, place: number) => `${paddedRow(row)}-${String(place).padStart(6, '0')}`

/** Returns the cells as Postgres can store them; null when they are too long. */
function storableCells(cells: RowFault['cells']): string[] | null {
  if (!cells || cells.reduce((sum, cell) => sum + cell.length, 0) > cellsCharactersMax) return null
  return cells.map((cell) => cell.replaceAll('\u0000', '').toWellFormed())
}

/** A row that was not imported: its cells, if they were kept, and what is wrong with them. */
export type FaultyRow = { row: number; line: number | null; cells: string[] | null; faults: string }

/** Returns the faulty rows of an import after a row, in their order. */
export function faultyRowsAfter(
  em: EntityManager,
  job: Pick<ImportRow, 'workspaceId' | 'id'>,
  { row, size }: { row: number; size: number },
): Promise<FaultyRow[]> {
  return sql<FaultyRow>(
    em,
    `select row, min(line) as line, (array_agg(cells) filter (where cells is not null))[1] as cells,
       string_agg(case column_name when '' then message else column_name || ': ' || message end, '; ' order by id) as faults
     from import_error where workspace_id = $1 and import_id = $2 and id >= $3
     group by row order by row limit $4`,
    [job.workspaceId, job.id, paddedRow(row + 1), size],
  )
}
