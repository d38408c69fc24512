import type { EntityManager } from '@mikro-orm/postgresql'
import { databaseTime, listPage, type PreparedVerb, refuseWithoutBytes, type Tx, type Verb } from '@posthorn/chassis'
import {
  type contacts,
  type ErrorCode,
  errorCatalog,
  fail,
  fieldErrorsMax,
  fieldProblem,
  isErrorCode,
  newId,
  type OutputOf,
  shortened,
} from '@posthorn/contracts'
import type { ContactsRuntime } from '../config.ts'
import { csvLine, plainCell } from '../contacts/csv.ts'
import { Import, ImportError, type ImportErrorRow, type ImportRow } from '../entities/contact.ts'
import { type FaultyRow, faultyRowsAfter, removeFile, storeFile } from './pieces.sql.ts'
import {
  fileOfContacts,
  type Header,
  hasIdentifier,
  headerColumns,
  type JsonContact,
  missingColumns,
  type Parts,
  readHeader,
  utf8Of,
} from './table.ts'

type Prepared = { parts(): Parts; header: Header | null }

const noParts = { parts: () => [], header: null }

/** Accepts an import. Inspects and stores the file in the request; a URL is downloaded later. */
export const create: PreparedVerb<typeof contacts.imports.create, ContactsRuntime, Prepared> = {
  async prepare({ ctx, input, upload }) {
    if (upload) return inspect(() => utf8Of(upload.path), input.mapping)
    if (input.url !== undefined) {
      await ctx.deps.fetcher.vet(input.url)
      return noParts
    }
    if (input.file) refuseWithoutBytes()
    if (input.contacts) return inspectContacts(input.contacts)
    // A byte order mark would become part of the first column's name.
    const csv = Buffer.from((input.csv ?? '').replace(/^\ufeff/, ''))
    return inspect(() => [csv], input.mapping)
  },
  async run({ ctx, input, prepared: { parts, header } }) {
    const { em, workspace: workspaceId } = ctx
    const now = await databaseTime(em)
    const row = em.create(Import, {
      workspaceId,
      id: newId('imp'),
      status: header ? 'running' : 'fetching',
      url: input.url ?? null,
      dryRun: input.dryRun,
      onDuplicate: input.onDuplicate,
      tags: input.tags,
      askedMapping: input.mapping ?? {},
      ...(header ? headerColumns(header) : {}),
      touchedAt: now,
      createdAt: now,
    })
    await em.flush()
    row.sizeBytes = await storeFile(em, row, parts())
    await em.flush()
    ctx.wake(header ? 'import' : 'fetch')
    return presentImport(row)
  },
}

/** Turns contacts given as JSON into a file with a header, so that they are imported like any other file. */
function inspectContacts(contacts: JsonContact[]): Prepared {
  const { file, columns, mapping } = fileOfContacts(contacts)
  const header: Header = { format: 'json', delimiter: null, columns, mapping, endBytes: 0, endLines: 0 }
  return { parts: () => [file], header }
}

/** Reads the header of a file. Fails if no column contains phone numbers or user ids, or if the file lacks a column of the mapping. */
async function inspect(parts: () => Parts, mapping: Record<string, string> = {}): Promise<Prepared> {
  const header = await readHeader(parts(), mapping)
  refuseMissingColumns(header, mapping)
  if (hasIdentifier(header.mapping)) return { parts, header }
  const message = `no column is mapped to phone; the columns are ${shortened(header.columns.join(', '), 300)}`
  return fail('import:no_phone', { errors: [{ path: 'mapping', code: 'import:no_phone', message }] })
}

/** Refuses a mapping of columns that the file lacks, because a misspelled one would lose the data of the column that was meant. */
function refuseMissingColumns({ columns }: Header, mapping: Record<string, string>): void {
  const missing = missingColumns(columns, mapping)
  if (missing.length === 0) return
  const message = `the file has no such column; it has ${shortened(columns.join(', '), 300)}`
  const problems = missing.slice(0, fieldErrorsMax).map((column) => fieldProblem(`mapping.${column}`, message))
  fail('import:no_column', { errors: problems })
}

/** Finds an import, or fails with `import:not_found`. */
async function findImport(em: EntityManager, id: string): Promise<ImportRow> {
  return (await em.findOne(Import, { id })) ?? fail('import:not_found')
}

export const get: Verb<typeof contacts.imports.get, ContactsRuntime> = async ({ ctx, input }) =>
  presentImport(await findImport(ctx.em, input.id))

export const list: Verb<typeof contacts.imports.list, ContactsRuntime> = async ({ ctx, input }) => {
  const { rows, next } = await listPage<ImportRow>(ctx, input, {
    entity: Import,
    list: 'imports',
    order: { column: 'id', direction: 'desc' },
    where: {},
  })
  return { items: rows.map(presentImport), next }
}

/** Lists the errors of an import in row order. */
export const errors: Verb<typeof contacts.imports.errors, ContactsRuntime> = async ({ ctx, input }) => {
  const { id } = await findImport(ctx.em, input.id)
  const { rows, next } = await listPage<ImportErrorRow>(ctx, input, {
    entity: ImportError,
    list: `errors of ${id}`,
    order: { column: 'id', direction: 'asc' },
    where: { importId: id },
  })
  const items = rows.map(({ row, line, columnName: column, errorCode, message, value }) => ({
    row,
    line: line ?? null,
    column,
    errorCode,
    message,
    value: value ?? null,
  }))
  return { items, next }
}

const rowsPerPart = 500

/** Columns added to the file of invalid rows. An import of that file ignores them. */
const addedColumns = ['import.row', 'import.line', 'import.faults']

/** Returns one part of the invalid rows as CSV: the file's columns, followed by the row's errors. */
export const exportErrors: Verb<typeof contacts.imports.exportErrors, ContactsRuntime> = async ({ ctx, input }) => {
  const { id, workspaceId, columns } = await findImport(ctx.em, input.id)
  const parts = ctx.cursors(`faulty rows of ${id}`)
  const [last] = input.cursor === undefined ? [] : parts.take(input.cursor)
  const rows = await faultyRowsAfter(ctx.em, { id, workspaceId }, { afterRow: Number(last ?? 0), size: rowsPerPart })
  const header = last === undefined ? csvLine([...(columns ?? []), ...addedColumns]) : ''
  const end = rows.length === rowsPerPart ? rows.at(-1) : undefined
  return {
    chunk: header + rows.map((row) => csvLine(faultyCells(row, columns?.length ?? 0))).join(''),
    next: end ? parts.give([String(end.row)]) : null,
  }
}

/**
 * Returns the cells of an exported row: the original ones, then its number, line and errors. Original cells are empty if the row was too
 * long to store, or if its person was erased. `csvLine` adds the apostrophe against formulas again.
 */
function faultyCells({ row, line, cells, faults }: FaultyRow, columnCount: number): string[] {
  const original = Array.from({ length: columnCount }, (_, i) => plainCell(cells?.[i] ?? ''))
  return [...original, String(row), line === null ? '' : String(line), faults]
}

/** Presents an import. Its progress is the share of the file's bytes that have been imported. */
function presentImport(row: ImportRow): OutputOf<typeof contacts.imports.get> {
  const { id, status, dryRun, onDuplicate, tags, mapping, errorCode } = row
  const progress = status === 'finished' ? 1 : row.sizeBytes === 0 ? 0 : Math.min(1, row.doneBytes / row.sizeBytes)
  const message = errorCode && isErrorCode(errorCode) ? errorCatalog[errorCode].message : ''
  return {
    id,
    status,
    dryRun,
    onDuplicate,
    tags: [...tags],
    mapping: mapping ?? null,
    counts: { rows: row.rows, created: row.created, updated: row.updated, skipped: row.skipped, failed: row.failed },
    progress: Math.round(progress * 1000) / 1000,
    error: errorCode ? { errorCode, message } : null,
    createdAt: row.createdAt.toISOString(),
    completedAt: row.completedAt?.toISOString() ?? null,
  }
}

/** Attempts in a row after which an import fails: to fetch its file, or to store its next rows. */
export const attemptsMax = 5

/** Ends an import, announces it, and removes its temporary data. */
export async function finish(tx: Tx, job: ImportRow, errorCode?: ErrorCode): Promise<void> {
  job.status = errorCode === undefined ? 'finished' : 'failed'
  if (errorCode !== undefined) job.errorCode = errorCode
  job.completedAt = new Date()
  await tx.em.flush()
  await removeFile(tx.em, job)
  tx.emit({
    kind: 'import:finished',
    workspace: job.workspaceId,
    data: presentImport(job),
    aggregate: { id: job.id, version: 1 },
  })
}
