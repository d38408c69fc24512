import type { Verb } from '@posthorn/chassis'
import { type contacts, fail } from '@posthorn/contracts'
import type { ContactsRuntime } from '../config.ts'
import { Contact } from '../entities/contact.ts'
import { GoneContact } from '../entities/gone-contact.ts'
import { beginErasure } from '../erasures/stages.ts'
import { findContact } from './change.ts'

/**
 * Deletes the contact, leaving the bare version behind, so that a later contact with the same id is newer to everybody, and begins to
 * erase the person everywhere else.
 */
export const remove: Verb<typeof contacts.contacts.remove, ContactsRuntime> = async ({ ctx, input }) => {
  const { em, workspace: workspaceId } = ctx
  const row = await findContact(em, input.id, { lock: true })
  if (row.id !== input.id) fail('contact:not_found')
  const goneAt = new Date()
  const version = row.version + 1
  em.create(GoneContact, { workspaceId, id: row.id, version, goneAt })
  const erasure = await beginErasure(ctx, row, goneAt)
  await em.flush()
  await em.nativeDelete(Contact, { id: row.id })
  const data = { id: row.id, deletedAt: goneAt.toISOString(), mergedInto: null }
  ctx.emit({ kind: 'contact:deleted', data, aggregate: { id: row.id, version } })
  return { id: data.id, deletedAt: data.deletedAt, erasure: erasure.id }
}
