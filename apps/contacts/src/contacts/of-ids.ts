import type { Verb } from '@posthorn/chassis'
import type { contacts } from '@posthorn/contracts'
import type { ContactsRuntime } from '../config.ts'
import { Contact } from '../entities/contact.ts'
import { presentContacts } from './present.ts'

/** Returns those of the contacts that exist, with their identities. */
export const ofIds: Verb<typeof contacts.contacts.ofIds, ContactsRuntime> = async ({ ctx, input }) =>
  presentContacts(ctx.em, await ctx.em.find(Contact, { id: { $in: input.ids } }))
