import { defineEntity, type InferEntity, p } from '@mikro-orm/core'

export const Import = defineEntity({
  name: 'Import',
  tableName: 'import',
  properties: {
    workspaceId: p.string().primary(),
    id: p.string().primary(),
    status: p.string().$type<'fetching' | 'running' | 'finished' | 'failed'>(),
    url: p.string().nullable(),
    dryRun: p.boolean(),
    onDuplicate: p.string().$type<'skip' | 'update' | 'error'>(),
    tags: p.array<string>(),
    askedMapping: p.json<Record<string, string>>(),
    mapping: p.json<Record<string, string>>().nullable(),
    format: p.string().$type<'csv' | 'json'>().default('csv'),
    delimiter: p.string().nullable(),
    columns: p.array<string>().nullable(),
    sizeBytes: p.bigint('number').default(0),
    doneBytes: p.bigint('number').default(0),
    /** Lines of the file read so far; 0 if they aren't counted. */
    doneLines: p.integer().default(0),
    rows: p.integer().default(0),
    created: p.integer().default(0),
    updated: p.integer().default(0),
    skipped: p.integer().default(0),
    failed: p.integer().default(0),
    errorCode: p.string().nullable(),
    leaseUntil: p.datetime().nullable(),
    touchedAt: p.datetime(),
    createdAt: p.datetime(),
    completedAt: p.datetime().nullable(),
  },
})

export type ImportRow = InferEntity<typeof Import>

/** An error in a row of an import. Its id sorts by row. */
export const ImportError = defineEntity({
  name: 'ImportError',
  tableName: 'import_error',
  properties: {
    workspaceId: p.string().primary(),
    importId: p.string().primary(),
    id: p.string().primary(),
    row: p.integer(),
    line: p.integer().nullable(),
    columnName: p.string(),
    errorCode: p.string(),
    message: p.string(),
    value: p.string().nullable(),
    /** Cells of the row, stored with its first error. */
    cells: p.json<string[]>().nullable(),
  },
})

export type ImportErrorRow = InferEntity<typeof ImportError>
