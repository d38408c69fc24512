import { derivedId, type Verb } from '@posthorn/chassis'
import { type contacts, fail } from '@posthorn/contracts'
import type { ContactsRuntime } from '../config.ts'
import { Contact } from '../entities/contact.ts'
import { Identity } from '../entities/identity.ts'
import { presentContact } from './present.ts'

/** Creates a contact, or with `upsert` updates the one that has the phone. */
export const create: Verb<typeof contacts.contacts.create, ContactsRuntime> = async ({ ctx, input }) => {
  const { em, workspace } = ctx
  const { phone, upsert, ...fields } = input
  const known = await em.findOne(Identity, { type: 'phone', value: phone })
  if (known && !upsert) {
    fail('contact:duplicate', {
      errors: [{ path: 'phone', code: 'contact:duplicate', message: `belongs to ${known.contactId}` }],
    })
  }
  const now = new Date()
  const row = known
    ? await em.findOneOrFail(Contact, { id: known.contactId })
    : em.create(Contact, {
        workspaceId: workspace,
        id: derivedId('con', workspace, 'phone', phone),
        phone,
        source: 'api',
        createdAt: now,
        updatedAt: now,
        ...fields,
      })
  if (known) em.assign(row, { ...fields, updatedAt: now, version: row.version + 1 })
  await em.flush()
  if (!known) em.create(Identity, { workspaceId: workspace, type: 'phone', value: phone, contactId: row.id })
  await em.flush()
  const contact = presentContact(row, await em.find(Identity, { contactId: row.id }))
  ctx.emit({
    kind: known ? 'contact:updated' : 'contact:created',
    data: contact,
    aggregate: { id: row.id, version: row.version },
  })
  return contact
}
