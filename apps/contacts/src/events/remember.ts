import type { EntityManager } from '@mikro-orm/postgresql'
import { derivedId, forWorkspace, type Tx } from '@posthorn/chassis'
import { countryOfPhone, type EventData } from '@posthorn/contracts'
import { firstVersion } from '../contacts/change.ts'
import { presentContact } from '../contacts/present.ts'
import { Contact, type ContactRow } from '../entities/contact.ts'
import { Identity, type IdentityRow } from '../entities/identity.ts'

type Named = Pick<IdentityRow, 'type' | 'value'>
type Heard = { workspace: string; traceparent?: string | undefined; data: Pick<EventData<'provider:message'>, 'from'> }

/**
 * Notes what the provider told of a person on their contact, which is made if they have none, and announces it. `apply` writes it and
 * answers whether it is worth announcing.
 */
export async function remember(
  tx: Tx,
  { workspace: workspaceId, traceparent, data: { from } }: Heard,
  apply: (row: ContactRow) => boolean,
): Promise<void> {
  const identities: Named[] = [
    ...(from.phone ? [{ type: 'phone' as const, value: from.phone }] : []),
    ...(from.userId ? [{ type: 'provider_user' as const, value: from.userId }] : []),
  ]
  const [first] = identities
  if (!first) return
  const em = forWorkspace(tx.em, workspaceId)
  const known = await em.find(Identity, { $or: identities })
  const id = known[0]?.contactId ?? derivedId('con', workspaceId, first.type, first.value)
  const found = await em.findOne(Contact, { id })
  const row = found ?? (await newContact(em, workspaceId, id))
  const added = identities.filter(({ value }) => !known.some((identity) => identity.value === value))
  const named = takeName(row, from)
  const changed = apply(row) || named || added.length > 0
  if (found && changed) {
    row.version += 1
    row.updatedAt = new Date()
  }
  await em.flush()
  for (const identity of added) em.create(Identity, { workspaceId, ...identity, contactId: id })
  await em.flush()
  if (found && !changed) return
  tx.emit({
    kind: found ? 'contact:updated' : 'contact:created',
    workspace: workspaceId,
    data: presentContact(row, await em.find(Identity, { contactId: id })),
    aggregate: { id, version: row.version },
    traceparent,
  })
}

async function newContact(em: EntityManager, workspaceId: string, id: string): Promise<ContactRow> {
  const now = new Date()
  const version = await firstVersion(em, id)
  return em.create(Contact, { workspaceId, id, source: 'message', version, createdAt: now, updatedAt: now })
}

/** Takes over name and phone where they are missing; true when the name was. */
function takeName(row: ContactRow, from: Heard['data']['from']): boolean {
  if (from.phone && !row.phone) row.phone = from.phone
  if (row.phone && !row.country) row.country = countryOfPhone(row.phone)
  if (row.name || !from.name) return false
  row.name = from.name
  return true
}
