import type { EntityManager } from '@mikro-orm/postgresql'
import { type Tx, type VerbContext } from '@posthorn/chassis'
import { type EventData, erasureNamesPurpose, newId } from '@posthorn/contracts'
import type { ContactsRuntime } from '../config.ts'
import { endAliases } from '../contacts/tombstones.sql.ts'
import type { ContactRow } from '../entities/contact.ts'
import { Erasure, type ErasureRow } from '../entities/erasure.ts'
import { Identity, type IdentityRow } from '../entities/identity.ts'
import { PreviousAddress } from '../entities/previous-address.ts'

type Service = EventData<'erasure:done'>['service']

/** Services in the order in which they erase: the events of a service are on the bus before it reports the end, so consumers erase after them. */
export const phases: Service[][] = [['numbers'], ['contacts', 'groups', 'messaging'], ['webhooks']]

/** Asks the services of a phase to erase the person. */
export function request(tx: Pick<Tx, 'emit'>, row: ErasureRow, phase: number): void {
  const { workspaceId: workspace, id, contactId: contact, sealed, requestedAt } = row
  const services = phases[phase] ?? []
  const data = { erasure: id, contact, requestedAt: requestedAt.toISOString(), services, sealed: sealed ?? '' }
  tx.emit({ kind: 'erasure:requested', workspace, data, aggregate: { id, version: phase + 1 } })
}

/** The context that an erasure needs: that of a verb, or as much of it as a loop has. */
export type ErasureContext = Pick<VerbContext<ContactsRuntime>, 'em' | 'workspace' | 'runtime' | 'emit' | 'wake'>

/** Begins the erasure of a contact that is about to be deleted; the names of the person are sealed in it until all services have finished. */
export async function beginErasure(
  ctx: ErasureContext,
  contact: ContactRow,
  { requestedAt, id = newId('ers') }: { requestedAt: Date; id?: string },
): Promise<ErasureRow> {
  const { em, workspace: workspaceId, runtime } = ctx
  const identities = await em.find(Identity, { contactId: contact.id })
  const addresses = [...identities, ...(await previousAddresses(em, contact.id))]
  const valuesOf = (type: string) => addresses.flatMap((address) => (address.type === type ? [address.value] : []))
  const phones = [...new Set([...valuesOf('phone'), ...(contact.phone ? [contact.phone] : [])])]
  const texts = [contact.name, contact.email].filter((text) => typeof text === 'string')
  const contactIds = await endAliases(em, workspaceId, [contact.id])
  const names = JSON.stringify({
    phones,
    userIds: [...valuesOf('provider_user'), ...valuesOf('provider_parent_user')],
    texts,
    ids: contactIds,
  })
  const sealed = runtime.vault.seal(names, erasureNamesPurpose(id))
  const row = em.create(Erasure, { workspaceId, id, contactId: contact.id, contactIds, sealed, done: {}, requestedAt })
  ctx.wake('erasure-journal')
  request({ emit: (announcement) => ctx.emit(announcement) }, row, 0)
  return row
}

/** Returns the addresses that the person had before, without those that someone else has by now. */
async function previousAddresses(em: EntityManager, contactId: string): Promise<Pick<IdentityRow, 'type' | 'value'>[]> {
  const previous = await em.find(PreviousAddress, { contactId })
  const taken = await em.find(Identity, { value: { $in: previous.map(({ value }) => value) } })
  return previous.filter(({ value }) => !taken.some((identity) => identity.value === value))
}
