import { LockMode } from '@mikro-orm/core'
import type { EntityManager } from '@mikro-orm/postgresql'
import { forWorkspace, type Tx } from '@posthorn/chassis'
import { countryOfPhone } from '@posthorn/contracts'
import { Contact, type ContactRow } from '../entities/contact.ts'
import { FormerAddress } from '../entities/former-address.ts'
import { Identity, type IdentityRow } from '../entities/identity.ts'
import { joinContacts } from './join.ts'
import { presentContacts } from './present.ts'

/** An address of a person, and the one that replaces it. */
export type AddressChange = Pick<IdentityRow, 'workspaceId' | 'type'> & {
  previous: string
  address: string
  traceparent?: string | undefined
}

/**
 * Moves a contact from one address to another and announces it. Another contact that has nothing but the new one is joined into it. Returns
 * false when no contact has the previous address.
 */
export async function changeAddress(tx: Tx, change: AddressChange): Promise<boolean> {
  const { workspaceId: workspace, type, previous, address, traceparent } = change
  const em = forWorkspace(tx.em, workspace)
  const identities = await em.find(Identity, { type, value: { $in: [previous, address] } })
  const own = identities.find(({ value }) => value === previous)
  const row = own && (await em.findOne(Contact, { id: own.contactId }, { lockMode: LockMode.PESSIMISTIC_WRITE }))
  if (!own || !row) return false
  const taken = identities.find(({ value }) => value === address)
  const released = taken && taken.contactId !== row.id ? await releaseAddress(em, taken) : undefined
  em.remove(own)
  if (taken) taken.contactId = row.id
  else em.create(Identity, { workspaceId: workspace, type, value: address, contactId: row.id })
  await noteChange(em, row, change)
  if (released?.isLast) {
    const joined = await joinContacts(em, { into: row, from: released.row })
    tx.emit({ kind: 'contact:deleted', workspace, ...joined, traceparent })
  }
  const changed = released && !released.isLast ? [released.row, row] : [row]
  for (const [i, data] of (await presentContacts(em, changed)).entries()) {
    const aggregate = { id: data.id, version: changed[i]?.version ?? 1 }
    tx.emit({ kind: 'contact:updated', workspace, data, aggregate, traceparent })
  }
  const data = { id: row.id, previous, address }
  const aggregate = { id: row.id, version: row.version }
  tx.emit({ kind: 'contact:address_changed', workspace, data, aggregate, traceparent })
  return true
}

async function noteChange(em: EntityManager, row: ContactRow, change: AddressChange): Promise<void> {
  const { workspaceId, type, previous, address } = change
  if (type === 'phone' && (!row.phone || row.phone === previous)) {
    if (!row.country || row.country === countryOfPhone(previous)) row.country = countryOfPhone(address)
    row.phone = address
  }
  Object.assign(row, { version: row.version + 1, updatedAt: new Date() })
  await em.flush()
  await em.upsert(FormerAddress, { workspaceId, contactId: row.id, value: previous, type, changedAt: new Date() })
}

/** Takes an address from a contact. `isLast`: it has no other. */
async function releaseAddress(
  em: EntityManager,
  { contactId, value }: IdentityRow,
): Promise<{ row: ContactRow; isLast: boolean }> {
  const row = await em.findOneOrFail(Contact, { id: contactId }, { lockMode: LockMode.PESSIMISTIC_WRITE })
  const others = await em.find(Identity, { contactId, value: { $ne: value } })
  if (others.length === 0) return { row, isLast: true }
  if (row.phone === value) row.phone = others.find(({ type }) => type === 'phone')?.value ?? null
  Object.assign(row, { version: row.version + 1, updatedAt: new Date() })
  return { row, isLast: false }
}
