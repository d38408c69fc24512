import { z } from 'zod'
import { mutation } from '../contract.ts'
import { idOf } from '../ids.ts'
import { contact, exampleContact } from './contact.ts'

const { id } = exampleContact
const ofContact = {
  scope: 'manage' as const,
  limitedBy: 'number' as const,
  least: 'agent' as const,
  input: z.object({ id: idOf('con') }),
  output: contact,
  errors: ['contact:not_found' as const],
}

/** Operations on blocks and opt-outs. */
export const consentOperations = {
  block: mutation({
    summary: 'Block a contact',
    description:
      'Messages to the contact fail with `contact:blocked` when they are due, even if they were accepted earlier. Incoming messages are stored and announced, marked `blocked`; they count as read and do not reopen a chat or move it up. Groups are not affected.',
    rest: 'POST /v1/contacts/{id}/block',
    ...ofContact,
    example: { input: { id }, output: { ...exampleContact, blocked: true } },
  }),
  unblock: mutation({
    summary: 'Unblock a contact',
    description:
      'Messages are sent and received as before; send a failed message again with POST /v1/messages/{id}/retry.',
    rest: 'POST /v1/contacts/{id}/unblock',
    ...ofContact,
    example: { input: { id }, output: exampleContact },
  }),
  optOut: mutation({
    summary: 'Record that a contact opted out',
    description:
      'Sets `optedOutAt`, which filters, segments and audiences use. Contacts also opt out by sending a configured word, such as STOP, or by refusing marketing messages in WhatsApp. Allowing them there again does not end an opt-out recorded here.',
    rest: 'POST /v1/contacts/{id}/opt-out',
    ...ofContact,
    example: { input: { id }, output: { ...exampleContact, optedOutAt: exampleContact.createdAt } },
  }),
  optIn: mutation({
    summary: 'Record that a contact opted in again',
    description: 'Clears `optedOutAt`, as when the contact sends START.',
    rest: 'POST /v1/contacts/{id}/opt-in',
    ...ofContact,
    example: { input: { id }, output: exampleContact },
  }),
}
