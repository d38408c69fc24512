import type { Verb } from '@posthorn/chassis'
import { type contacts, fail } from '@posthorn/contracts'
import type { ContactsRuntime } from '../config.ts'
import { Contact } from '../entities/contact.ts'
import { Identity } from '../entities/identity.ts'
import { presentContact } from './present.ts'

/** One contact with all its identities. */
export const get: Verb<typeof contacts.contacts.get, ContactsRuntime> = async ({ ctx, input }) => {
  const row = (await ctx.em.findOne(Contact, { id: input.id })) ?? fail('contact:not_found')
  return presentContact(row, await ctx.em.find(Identity, { contactId: row.id }))
}
