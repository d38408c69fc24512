import type { Verb, VerbContext } from '@posthorn/chassis'
import { type contacts, countryOfPhone, type InputOf } from '@posthorn/contracts'
import type { ContactsRuntime } from '../config.ts'
import type { ContactRow } from '../entities/contact.ts'
import { Identity } from '../entities/identity.ts'
import { PreviousAddress } from '../entities/previous-address.ts'
import { changeContact, fieldsWith, findContact, refuseShared, refuseTaken } from './change.ts'
import { releaseIdentifiers } from './identities.sql.ts'

type Changes = Omit<InputOf<typeof contacts.contacts.update>, 'id'>

/** Changes the given fields. The country follows the phone where it is cleared, or was that of the phone. */
export const update: Verb<typeof contacts.contacts.update, ContactsRuntime> = async ({ ctx, input }) => {
  const { id, ...changes } = input
  if (changes.phone !== undefined) await changePhone(ctx, id, changes.phone)
  return changeContact(ctx, id, (row) => changesOf(row, changes))
}

function changesOf(row: ContactRow, { fields, tags, ...attributes }: Changes): Partial<ContactRow> {
  const given = Object.fromEntries(Object.entries(attributes).filter(([, value]) => value !== undefined))
  const phone = attributes.phone ?? row.phone
  const follows =
    attributes.country === undefined
      ? attributes.phone !== undefined && (!row.phone || row.country === countryOfPhone(row.phone))
      : attributes.country === null
  return {
    ...given,
    ...(follows && phone && { country: countryOfPhone(phone) }),
    ...(tags && { tags: [...new Set(tags)] }),
    ...(fields && { fields: fieldsWith(row.fields, fields) }),
  }
}

/** Gives the contact the phone instead of the one that it has; one that another contact has is refused. */
async function changePhone(ctx: VerbContext<ContactsRuntime>, id: string, phone: string): Promise<void> {
  const { em, workspace } = ctx
  const row = await findContact(ctx, id, { lock: true })
  const previous = row.phone
  if (phone === previous) return
  refuseShared(ctx, row)
  const owner = (await em.findOne(Identity, { type: 'phone', value: phone }))?.contactId
  if (owner !== undefined && owner !== row.id) await refuseTaken(ctx, owner)
  if (owner === undefined) {
    em.create(Identity, { workspaceId: workspace, type: 'phone', value: phone, contactId: row.id, since: new Date() })
    await em.flush()
    await em.nativeDelete(PreviousAddress, { contactId: row.id, value: phone })
  }
  if (!previous) return
  await releaseIdentifiers(em, [{ type: 'phone', value: previous }], { workspace, contact: row.id, at: Date.now() })
  const aggregate = { id: row.id, version: row.version + 1 }
  ctx.emit({ kind: 'contact:address_changed', data: { id: row.id as never, previous, address: phone }, aggregate })
}
