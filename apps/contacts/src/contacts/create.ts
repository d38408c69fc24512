import type { Verb } from '@posthorn/chassis'
import { type contacts, countryOfPhone, fail, newId } from '@posthorn/contracts'
import type { ContactsRuntime } from '../config.ts'
import { Contact } from '../entities/contact.ts'
import { Identity } from '../entities/identity.ts'
import { announce, changeContact, fieldsWith, tagsWith } from './change.ts'

/** Creates a contact, or with `upsert` updates the one that has the phone. */
export const create: Verb<typeof contacts.contacts.create, ContactsRuntime> = async ({ ctx, input }) => {
  const { em, call, workspace: workspaceId } = ctx
  const { phone, upsert, tags = [], fields = {}, ...attributes } = input
  const known = await em.findOne(Identity, { type: 'phone', value: phone })
  if (known && call.numbers && !(await em.findOne(Contact, { id: known.contactId }))) {
    const message = 'belongs to a contact of other numbers; once you write to it, it is yours too'
    fail('contact:duplicate', { errors: [{ path: 'phone', code: 'contact:duplicate', message }] })
  }
  const unlisted = known && (await em.findOne(Contact, { id: known.contactId, unlistedAt: { $ne: null } }))
  if (known && !unlisted && !upsert) {
    fail('contact:duplicate', {
      errors: [{ path: 'phone', code: 'contact:duplicate', message: `belongs to ${known.contactId}` }],
    })
  }
  if (known) {
    return changeContact(ctx, known.contactId, (row) => ({
      ...attributes,
      tags: tagsWith(row.tags, tags),
      fields: fieldsWith(row.fields, fields),
      unlistedAt: null,
    }))
  }
  const id = newId('con')
  const now = new Date()
  const row = em.create(Contact, {
    workspaceId,
    id,
    phone,
    country: countryOfPhone(phone),
    ...attributes,
    tags: tagsWith([], tags),
    numberIds: call.numbers ?? [],
    fields,
    source: 'api',
    version: 1,
    createdAt: now,
    updatedAt: now,
  })
  await em.flush()
  em.create(Identity, { workspaceId, type: 'phone', value: phone, contactId: id, since: now })
  return announce(ctx, row, 'contact:created')
}
