import type { Verb } from '@posthorn/chassis'
import { type contacts, countryOfPhone, fromAttributes } from '@posthorn/contracts'
import type { ContactsRuntime } from '../config.ts'
import { changeContact } from './change.ts'

/** Takes a contact out of the address book: clears what is known of it but its addresses, block and opt-out. */
export const unlist: Verb<typeof contacts.contacts.unlist, ContactsRuntime> = async ({ ctx, input }) =>
  changeContact(ctx, input.id, (row) => ({
    ...fromAttributes(() => null),
    country: row.phone ? countryOfPhone(row.phone) : null,
    tags: [],
    fields: {},
    unlistedAt: row.unlistedAt ?? new Date(),
  }))
