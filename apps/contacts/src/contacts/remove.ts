import type { Verb } from '@posthorn/chassis'
import { type contacts, countryOfPhone, fromAttributes } from '@posthorn/contracts'
import type { ContactsRuntime } from '../config.ts'
import { changeContact, refuseMerged, refuseShared } from './change.ts'

/** Deletes a contact from the address book: clears what is known of it except its addresses, block and opt-out. */
export const remove: Verb<typeof contacts.contacts.remove, ContactsRuntime> = async ({ ctx, input: { id } }) => {
  await changeContact(ctx, id, (row) => {
    refuseShared(ctx, refuseMerged(row, id))
    return {
      ...fromAttributes(() => null),
      country: row.phone ? countryOfPhone(row.phone) : null,
      tags: [],
      fields: {},
      unlistedAt: row.unlistedAt ?? new Date(),
    }
  })
  return { id, deleted: true }
}
