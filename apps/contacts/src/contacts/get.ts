import type { Verb } from '@posthorn/chassis'
import type { contacts } from '@posthorn/contracts'
import type { ContactsRuntime } from '../config.ts'
import { Identity } from '../entities/identity.ts'
import { findContact } from './change.ts'
import { presentContact } from './present.ts'

/** One contact with all its identities. */
export const get: Verb<typeof contacts.contacts.get, ContactsRuntime> = async ({ ctx, input }) => {
  const row = await findContact(ctx, input.id)
  return presentContact(row, await ctx.em.find(Identity, { contactId: row.id }))
}
