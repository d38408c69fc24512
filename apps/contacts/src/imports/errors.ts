import { listPage, type Verb } from '@posthorn/chassis'
import type { contacts } from '@posthorn/contracts'
import type { ContactsRuntime } from '../config.ts'
import { ImportError, type ImportErrorRow } from '../entities/import-error.ts'
import { findImport } from './get.ts'

/** Faults of an import in the order of its rows. */
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
