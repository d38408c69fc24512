import type { Verb } from '@posthorn/chassis'
import type { contacts } from '@posthorn/contracts'
import type { ContactsRuntime } from '../config.ts'
import { changeContact } from './change.ts'

export const block: Verb<typeof contacts.contacts.block, ContactsRuntime> = async ({ ctx, input }) =>
  changeContact(ctx, input.id, () => ({ blocked: true }))

export const unblock: Verb<typeof contacts.contacts.unblock, ContactsRuntime> = async ({ ctx, input }) =>
  changeContact(ctx, input.id, () => ({ blocked: false }))

/** Records when a contact opted out. The first time counts. */
export const optOut: Verb<typeof contacts.contacts.optOut, ContactsRuntime> = async ({ ctx, input }) =>
  changeContact(ctx, input.id, (row) => ({ optedOutAt: row.optedOutAt ?? new Date(), stopped: false }))

export const optIn: Verb<typeof contacts.contacts.optIn, ContactsRuntime> = async ({ ctx, input }) =>
  changeContact(ctx, input.id, () => ({ optedOutAt: null, stopped: false }))
