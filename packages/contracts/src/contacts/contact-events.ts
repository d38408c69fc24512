import { z } from 'zod'
import { idOf, time } from '../schemas.ts'
import { contact } from './contact.ts'
import { erasureDone, erasureRequested } from './erasures.ts'
import { contactImport } from './imports.ts'

/** Vault purpose for the names and identifiers of a person to erase. The contacts service encrypts them, and every service decrypts them. */
export const erasedPersonPurpose = (erasureId: string): string => `erasure ${erasureId}`

/** Events about contacts, imports, segments and erasures. */
export const contactEvents = {
  'contact:created': { when: 'A contact was created', data: contact },
  'contact:updated': {
    when: 'A contact was changed, or deleted (`unlistedAt`)',
    data: contact,
  },
  'contact:deleted': {
    when: 'A person was erased, or a contact was merged into another (`mergedInto`)',
    data: z.object({
      id: idOf('con'),
      deletedAt: time,
      mergedInto: idOf('con').nullable().describe('Contact that it was merged into; null: erased'),
    }),
  },
  'contact:identified': {
    when: 'Addresses were matched to contacts: a chat began, contacts were imported, or an id turned out to belong to a contact',
    data: z.object({
      contacts: z
        .array(z.object({ contact: idOf('con'), recipient: z.string(), name: z.string().nullable() }))
        .max(500),
    }),
    internal: true,
  },
  'contact:address_changed': {
    when: 'A customer has a new phone number or user id; the previous one now belongs to no one',
    data: z.object({ id: idOf('con'), previous: z.string(), address: z.string() }),
    internal: true,
  },
  'contact:opted_out': {
    when: 'Contacts opted out without a `contact:updated` event: they were imported that way, or opted out before other services stored it',
    data: z.object({
      contacts: z.array(z.object({ contact: idOf('con'), recipients: z.array(z.string()), version: z.int() })).max(500),
    }),
    internal: true,
  },
  'import:finished': { when: 'An import of contacts finished or failed', data: contactImport },
  'segment:updated': {
    when: 'A segment was created, changed or deleted; channels can use it as their audience until it is deleted',
    data: z.object({ id: idOf('seg'), deleted: z.boolean() }),
    internal: true,
  },
  'erasure:requested': {
    when: 'These services must erase a person, whose identity is sealed in the event',
    data: erasureRequested,
    internal: true,
  },
  'erasure:done': { when: 'A service has erased its data about a person', data: erasureDone, internal: true },
} as const
