import { listPage, type Verb } from '@posthorn/chassis'
import type { contacts } from '@posthorn/contracts'
import type { ContactsRuntime } from '../config.ts'
import { Import, type ImportRow } from '../entities/import.ts'
import { presentImport } from './present.ts'

/** Imports, newest first. */
export const list: Verb<typeof contacts.imports.list, ContactsRuntime> = async ({ ctx, input }) => {
  const { rows, next } = await listPage<ImportRow>(ctx, input, {
    entity: Import,
    list: 'imports',
    order: { column: 'id', direction: 'desc' },
    where: {},
  })
  return { items: rows.map(presentImport), next }
}
