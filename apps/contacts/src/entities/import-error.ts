import { defineEntity, type InferEntity, p } from '@mikro-orm/core'

/** A fault found in a row of an import; its id sorts by row. */
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
    /** The cells of the row, at its first fault. */
    cells: p.json<string[]>().nullable(),
  },
})

/** A row of `import_error`. */
export type ImportErrorRow = InferEntity<typeof ImportError>
