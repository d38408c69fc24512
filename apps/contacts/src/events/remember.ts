import type { EntityManager } from '@mikro-orm/postgresql'
import { forWorkspace, type Tx } from '@posthorn/chassis'
import { countryOfPhone, type EventData, isComputedId, newId } from '@posthorn/contracts'
import { presentContact } from '../contacts/present.ts'
import { addAlias, isErased, resolveMerged } from '../contacts/tombstones.sql.ts'
import { Contact, type ContactRow } from '../entities/contact.ts'
import { Identity, type IdentityRow } from '../entities/identity.ts'

type Address = Pick<IdentityRow, 'type' | 'value'>
type Sender = EventData<'provider:message'>['from']
type Reported = { workspace: string; traceparent?: string | undefined; data: { from: Sender } }

/**
 * Notes what the provider reported of a person on their contact, which is made if they have none, and announces it. `apply` writes it and
 * returns true when that is worth announcing.
 */
export async function remember(
  tx: Tx,
  { workspace, traceparent, data: { from } }: Reported,
  apply: (row: ContactRow) => boolean,
): Promise<void> {
  const addresses = addressesOf(from)
  if (addresses.length === 0) return
  const em = forWorkspace(tx.em, workspace)
  const known = await em.find(Identity, { $or: addresses })
  const found = await contactOf({ em, workspace, known, from })
  const row = found ?? (await newContact({ em, workspace, from }))
  const added = addresses.filter(({ value }) => !known.some((identity) => identity.value === value))
  const named = fillGaps(row, from)
  const changed = apply(row) || named || added.length > 0
  if (found && changed) {
    row.version += 1
    row.updatedAt = new Date()
  }
  await em.flush()
  for (const address of added) em.create(Identity, { workspaceId: workspace, ...address, contactId: row.id })
  await em.flush()
  await linkCandidate(tx, { workspace, row, from, traceparent })
  if (found && !changed) return
  tx.emit({
    kind: found ? 'contact:updated' : 'contact:created',
    workspace,
    data: presentContact(row, await em.find(Identity, { contactId: row.id })),
    aggregate: { id: row.id, version: row.version },
    traceparent,
  })
}

/** Identities of a person, the phone first: of two contacts that each know one of them, the phone's counts. */
function addressesOf({ phone, userId }: Sender): Address[] {
  return [
    ...(phone ? [{ type: 'phone' as const, value: phone }] : []),
    ...(userId ? [{ type: 'provider_user' as const, value: userId }] : []),
  ]
}

type Lookup = { em: EntityManager; workspace: string; from: Sender }

/** Returns the contact that has one of the addresses, else the one that the sender is said to be. */
async function contactOf({
  em,
  workspace,
  from,
  known,
}: Lookup & { known: IdentityRow[] }): Promise<ContactRow | null> {
  const ids = known.toSorted((a, b) => (a.type < b.type ? -1 : 1)).map(({ contactId }) => contactId)
  const id = ids[0] ?? (from.contact && (await resolveMerged(em, workspace, [from.contact])).get(from.contact))
  return id === undefined ? null : em.findOne(Contact, { id })
}

async function newContact({ em, workspace, from }: Lookup): Promise<ContactRow> {
  const candidate = from.contact
  const isFree = candidate && !isComputedId(candidate) && !(await isErased(em, workspace, candidate))
  const now = new Date()
  return em.create(Contact, {
    workspaceId: workspace,
    id: isFree ? candidate : newId('con'),
    source: 'message',
    version: 1,
    createdAt: now,
    updatedAt: now,
  })
}

type Link = { workspace: string; row: ContactRow; from: Sender; traceparent: string | undefined }

/** Lets an id that events have named the person by lead to their contact, and announces whose the addresses are. */
async function linkCandidate(tx: Tx, { workspace, row, from, traceparent }: Link): Promise<void> {
  const candidate = from.contact
  if (!candidate || candidate === row.id || isComputedId(candidate)) return
  if (!(await addAlias(tx.em, workspace, { id: candidate, contact: row.id }))) return
  const contacts = addressesOf(from).map(({ value }) => ({ contact: row.id, recipient: value, name: row.name ?? null }))
  const aggregate = { id: candidate, version: 1 }
  tx.emit({ kind: 'contact:identified', workspace, data: { contacts }, aggregate, traceparent })
}

/** Takes over name and phone where they are missing; true when the name was. */
function fillGaps(row: ContactRow, from: Sender): boolean {
  if (from.phone && !row.phone) row.phone = from.phone
  if (row.phone && !row.country) row.country = countryOfPhone(row.phone)
  if (row.name || !from.name) return false
  row.name = from.name
  return true
}
