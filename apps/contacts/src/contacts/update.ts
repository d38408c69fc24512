import type { Verb } from '@posthorn/chassis'
import { type contacts, countryOfPhone } from '@posthorn/contracts'
import type { ContactsRuntime } from '../config.ts'
import type { ContactRow } from '../entities/contact.ts'
import { changeContact } from './change.ts'

/** Changes attributes; null clears, and a cleared country is the phone's again. */
export const update: Verb<typeof contacts.contacts.update, ContactsRuntime> = async ({ ctx, input }) => {
  const { id, ...changes } = input
  return changeContact(ctx, id, (row) => {
    const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined))
    const country = changes.country === null && row.phone ? { country: countryOfPhone(row.phone) } : {}
    return { ...given, ...country } as Partial<ContactRow>
  })
}
