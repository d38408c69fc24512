import type { Verb } from '@posthorn/chassis'
import { type contacts, fail, readPhone } from '@posthorn/contracts'
import type { ContactsRuntime } from '../config.ts'
import { findContact, refuseMerged } from './change.ts'
import { eraseContact } from './contacts.ts'

/** Deletes the contact and starts erasing the person everywhere, after the caller has confirmed who it is. */
export const erase: Verb<typeof contacts.contacts.erase, ContactsRuntime> = async ({ ctx, input }) => {
  const row = refuseMerged(await findContact(ctx, input.id, { lock: true }), input.id)
  const given = input.confirm.trim()
  if (![row.id, row.phone].some((own) => own === given || own === (readPhone(given) ?? given))) {
    const message = `must be ${row.phone ? 'the phone of this contact, E.164, or its id' : 'the id of this contact'}`
    fail('contact:not_confirmed', { errors: [{ path: 'confirm', code: 'contact:not_confirmed', message }] })
  }
  return { id: row.id, ...(await eraseContact(ctx, row)) }
}
