import { listPage, type Verb } from '@posthorn/chassis'
import type { contacts } from '@posthorn/contracts'
import type { ContactsRuntime } from '../config.ts'
import { Contact, type ContactRow } from '../entities/contact.ts'
import { Identity } from '../entities/identity.ts'
import { presentContact } from './present.ts'

const escapeLike = (text: string) => text.replace(/[\\%_]/g, '\\$&')

/** Contacts, newest first. */
export const list: Verb<typeof contacts.contacts.list, ContactsRuntime> = async ({ ctx, input }) => {
  const search = input.search === undefined ? undefined : escapeLike(input.search)
  const page = await listPage<ContactRow>(ctx, input, {
    entity: Contact,
    list: 'contacts',
    order: { column: 'createdAt', direction: 'desc' },
    where: {
      ...(input.phone ? { phone: input.phone } : {}),
      ...(input.updatedAfter ? { updatedAt: { $gt: new Date(input.updatedAfter) } } : {}),
      ...(search
        ? {
            $or: [
              { name: { $ilike: `%${search}%` } },
              { phone: { $like: `${search}%` } },
              { email: { $ilike: `${search}%` } },
            ],
          }
        : {}),
    },
  })
  const identities = await ctx.em.find(Identity, { contactId: { $in: page.rows.map((row) => row.id) } })
  const items = page.rows.map((row) =>
    presentContact(
      row,
      identities.filter((identity) => identity.contactId === row.id),
    ),
  )
  return { items, next: page.next }
}
