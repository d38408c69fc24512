import type { Verb } from '@posthorn/chassis'
import { type contacts, countryOfPhone, newId } from '@posthorn/contracts'
import type { ContactsRuntime } from '../config.ts'
import { Contact } from '../entities/contact.ts'
import { Identity } from '../entities/identity.ts'
import { announce, changeContact, fieldsWith, isSeen, refuseTaken, tagsWith } from './change.ts'

/** Creates a contact, or with `upsert` updates the one that has the phone. */
export const create: Verb<typeof contacts.contacts.create, ContactsRuntime> = async ({ ctx, input }) => {
  const { em, call, workspace: workspaceId } = ctx
  const { phone, upsert, tags = [], fields = {}, ...attributes } = input
  const known = await em.findOne(Identity, { type: 'phone', value: phone })
  const unlisted = known && (await em.findOne(Contact, { id: known.contactId, unlistedAt: { $ne: null } }))
  if (known && !unlisted && !(upsert && (await isSeen(ctx, known.contactId)))) await refuseTaken(ctx, known.contactId)
  if (known) {
    const changed = await changeContact(ctx, known.contactId, (row) => ({
      ...attributes,
      tags: tagsWith(row.tags, tags),
      fields: fieldsWith(row.fields, fields),
      unlistedAt: null,
    }))
    return { ...changed, created: false }
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
  return { ...(await announce(ctx, row, 'contact:created')), created: true }
}
