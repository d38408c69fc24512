import type { EntityManager } from '@mikro-orm/postgresql'
import { rowType, sql, statement } from '@posthorn/chassis'
import type { ImportRow } from '../entities/contact.ts'
import type { RowFault } from './row.ts'
import type { Parts } from './table.ts'

/** Size of a stored piece of a file. Only the last piece is shorter. */
const pieceBytes = 256 * 1024

type ImportKey = { workspaceId: string; id: string }

/** Stores a file in pieces of equal size, so that any part of it can be read alone. Returns its size in bytes. */
export async function storeFile(em: EntityManager, key: ImportKey, parts: Parts): Promise<number> {
  let size = 0
  let position = 0
  let rest: Buffer = Buffer.alloc(0)
  const store = async (data: Buffer) => {
    await sql(em, 'insert into import_piece (workspace_id, import_id, position, data) values ($1, $2, $3, $4)', [
      key.workspaceId,
      key.id,
      position++,
      data,
    ])
    size += data.length
  }
  for await (const part of parts) {
    rest = rest.length === 0 ? part : Buffer.concat([rest, part])
    for (; rest.length >= pieceBytes; rest = rest.subarray(pieceBytes)) await store(rest.subarray(0, pieceBytes))
  }
  if (rest.length > 0) await store(rest)
  return size
}

/** Reads a file from byte `start` to the end of `count` pieces, so that memory usage doesn't depend on the size of the file. */
export async function readFile(
  em: EntityManager,
  key: ImportKey,
  { start, count }: { start: number; count: number },
): Promise<Buffer> {
  const first = Math.floor(start / pieceBytes)
  const rows = await sql<{ data: Buffer }>(
    em,
    `select data from import_piece where workspace_id = $1 and import_id = $2 and position >= $3 and position < $4
     order by position`,
    [key.workspaceId, key.id, first, first + count],
  )
  return Buffer.concat(rows.map(({ data }) => data)).subarray(start - first * pieceBytes)
}

/** Removes the file and the records of a dry run. */
export async function removeFile(em: EntityManager, { workspaceId, id }: ImportKey): Promise<void> {
  await sql(em, 'delete from import_piece where workspace_id = $1 and import_id = $2', [workspaceId, id])
  await sql(em, 'delete from import_seen where workspace_id = $1 and import_id = $2', [workspaceId, id])
}

/** Maximum number of errors stored per import. All errors are counted. */
const faultsMax = 10_000
/** Longest row that is stored with its errors, in characters. */
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

/** Stores errors, as long as the import has fewer than the maximum. */
const insertFaults = statement(
  { workspace: 'text', job: 'text', faults: faultRow, most: 'integer' },
  ({ workspace, job, faults, most }) => `insert into import_error (workspace_id, import_id, ${faults.list()})
    select ${workspace}, ${job}, ${faults.list('f')} from ${faults.as('f')}
    limit greatest(0, ${most} - (select count(*) from import_error where workspace_id = ${workspace} and import_id = ${job}))`,
)

/** Stores a chunk's errors in row order, up to an import's maximum. */
export async function keepFaults(em: EntityManager, job: ImportRow, chunkFaults: RowFault[]): Promise<void> {
  if (chunkFaults.length === 0) return
  const faults = chunkFaults
    .toSorted((a, b) => a.row - b.row)
    .map((fault, i) => ({ ...fault, id: idOfFault(fault.row, i) }))
  await sql(em, insertFaults({ workspace: job.workspaceId, job: job.id, faults, most: faultsMax }))
}

/** Pads a row's number, so that sorting as text gives row order. */
const paddedRow = (row: number) => String(row).padStart(10, '0')
/** Returns an error's id, which sorts by row. `index`: its place among the errors of its chunk. */
const idOfFault = (row: number, index: number) => `${paddedRow(row)}-${String(index).padStart(6, '0')}`

/** Returns the cells in a form that Postgres can store; null if they are too long. */
function storableCells(cells: RowFault['cells']): string[] | null {
  if (!cells || cells.reduce((sum, cell) => sum + cell.length, 0) > cellsCharactersMax) return null
  return cells.map((cell) => cell.replaceAll('\u0000', '').toWellFormed())
}

/** A row that wasn't imported: its cells, if stored, and what is wrong with them. */
export type FaultyRow = { row: number; line: number | null; cells: string[] | null; faults: string }

/** Returns the invalid rows of an import that follow a given row, in order. */
export function faultyRowsAfter(
  em: EntityManager,
  job: Pick<ImportRow, 'workspaceId' | 'id'>,
  { afterRow, size }: { afterRow: number; size: number },
): Promise<FaultyRow[]> {
  return sql<FaultyRow>(
    em,
    `select row, min(line) as line, (array_agg(cells) filter (where cells is not null))[1] as cells,
       string_agg(case column_name when '' then message else column_name || ': ' || message end, '; ' order by id) as faults
     from import_error where workspace_id = $1 and import_id = $2 and id >= $3
     group by row order by row limit $4`,
    [job.workspaceId, job.id, paddedRow(afterRow + 1), size],
  )
}
