import type { Verb } from '@posthorn/chassis'
import type { contacts } from '@posthorn/contracts'
import type { ContactsRuntime } from '../config.ts'
import { changeContact, fieldsWith } from './change.ts'

/** Replaces all fields. */
export const replaceFields: Verb<typeof contacts.contacts.replaceFields, ContactsRuntime> = async ({ ctx, input }) =>
  changeContact(ctx, input.id, () => ({ fields: input.fields }))

/** Sets some fields, and removes those given as null. */
export const changeFields: Verb<typeof contacts.contacts.changeFields, ContactsRuntime> = async ({ ctx, input }) =>
  changeContact(ctx, input.id, (row) => ({ fields: fieldsWith(row.fields, input.fields) }))
