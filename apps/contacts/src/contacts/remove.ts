import type { Verb } from '@posthorn/chassis'
import { type contacts, fail } from '@posthorn/contracts'
import type { ContactsRuntime } from '../config.ts'
import { findContact } from './change.ts'
import { eraseContact } from './erase-contact.ts'

/** Deletes the contact and begins to erase the person everywhere. */
export const remove: Verb<typeof contacts.contacts.remove, ContactsRuntime> = async ({ ctx, input }) => {
  const row = await findContact(ctx, input.id, { lock: true })
  if (row.id !== input.id) fail('contact:not_found')
  return { id: row.id, ...(await eraseContact(ctx, row)) }
}
