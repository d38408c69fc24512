import type { EntityManager } from '@mikro-orm/postgresql'
import type { Verb } from '@posthorn/chassis'
import { type contacts, fail } from '@posthorn/contracts'
import type { ContactsRuntime } from '../config.ts'
import { Import, type ImportRow } from '../entities/import.ts'
import { presentImport } from './present.ts'

/** The import of that id; refuses with `import:not_found`. */
export async function findImport(em: EntityManager, id: string): Promise<ImportRow> {
  return (await em.findOne(Import, { id })) ?? fail('import:not_found')
}

/** One import, with how far it is. */
export const get: Verb<typeof contacts.imports.get, ContactsRuntime> = async ({ ctx, input }) =>
  presentImport(await findImport(ctx.em, input.id))
