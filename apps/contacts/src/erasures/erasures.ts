import type { EntityManager } from '@mikro-orm/postgresql'
import { listPage, readNames, type Tx, type Verb, type VerbContext } from '@posthorn/chassis'
import {
  agesOutHours,
  type contacts,
  type EventData,
  erasedPersonPurpose,
  fail,
  newId,
  type OutputOf,
} from '@posthorn/contracts'
import type { ContactsRuntime } from '../config.ts'
import { endAliases } from '../contacts/identities.sql.ts'
import {
  type ContactRow,
  Erasure,
  type ErasureRow,
  Identity,
  type IdentityRow,
  PreviousAddress,
} from '../entities/contact.ts'

type Service = EventData<'erasure:done'>['service']

/**
 * Services in the order in which they erase a person's data. A service's events are on the bus before it reports that it is done, so
 * services that consume these events erase after it. Groups requests the messages of broadcasts from messaging.
 */
export const phases: Service[][] = [['numbers'], ['groups'], ['contacts', 'messaging'], ['webhooks']]

/** Asks the services of a phase to erase the person. `phase`: index in `phases`. */
export function request(tx: Pick<Tx, 'emit'>, row: ErasureRow, phase: number): void {
  const { workspaceId: workspace, id, contactId: contact, sealed, requestedAt } = row
  const services = phases[phase] ?? []
  const data = { erasure: id, contact, requestedAt: requestedAt.toISOString(), services, sealed: sealed ?? '' }
  tx.emit({ kind: 'erasure:requested', workspace, data, aggregate: { id, version: phase + 1 } })
}

/** Context that an erasure needs, from a verb or a loop. */
export type ErasureContext = Pick<VerbContext<ContactsRuntime>, 'em' | 'workspace' | 'runtime' | 'emit' | 'wake'>

/**
 * Starts the erasure of a contact that is about to be deleted, and ends its aliases. Stores the person's names encrypted until all services have
 * finished.
 */
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
  const { name, firstName, lastName, email } = contact
  const wholeName = firstName && lastName ? `${firstName} ${lastName}` : null
  const texts = [...new Set([name, wholeName, email])].filter((text) => typeof text === 'string')
  const contactIds = await endAliases(em, workspaceId, [contact.id])
  const names = JSON.stringify({
    phones,
    userIds: [...valuesOf('provider_user'), ...valuesOf('provider_parent_user')],
    texts,
    ids: contactIds,
  })
  const sealed = runtime.vault.seal(names, erasedPersonPurpose(id))
  const row = em.create(Erasure, { workspaceId, id, contactId: contact.id, contactIds, sealed, done: {}, requestedAt })
  ctx.wake('erasure-journal')
  request({ emit: (announcement) => ctx.emit(announcement) }, row, 0)
  return row
}

/**
 * Returns the identifiers of people whose erasure was requested at this time or later, and is not complete. Skips those that can't be
 * decrypted: such a person may be imported again until the key is back.
 */
export async function erasedSince(
  { em, runtime }: { em: EntityManager; runtime: Pick<ContactsRuntime, 'vault' | 'log'> },
  since: Date,
): Promise<Set<string>> {
  const rows = await em.find(Erasure, { requestedAt: { $gte: since }, completedAt: null })
  const identifiers = rows.flatMap(({ id, sealed }) => {
    const names = sealed ? readNames(runtime, { id, sealed }) : undefined
    return names ? [...names.phones, ...names.userIds] : []
  })
  return new Set(identifiers)
}

/** Returns the person's previous addresses, except those that belong to someone else now, whose data must stay. */
async function previousAddresses(em: EntityManager, contactId: string): Promise<Pick<IdentityRow, 'type' | 'value'>[]> {
  const previous = await em.find(PreviousAddress, { contactId })
  const taken = await em.find(Identity, { value: { $in: previous.map(({ value }) => value) } })
  return previous.filter(({ value }) => !taken.some((identity) => identity.value === value))
}

const hourMs = 3_600_000

/** Presents an erasure with the progress of each service. Services of the current phase are running, those of later phases are waiting. */
function presentErasure(row: ErasureRow): OutputOf<typeof contacts.erasures.get> {
  const { id, contactId: contact, done, requestedAt, completedAt } = row
  const current = phases.findIndex((phase) => phase.some((service) => !done[service]))
  return {
    id,
    contact,
    status: completedAt ? 'finished' : 'running',
    services: phases.flatMap((phase, i) =>
      phase.map((service) => ({
        service,
        status: done[service] ? ('finished' as const) : i === current ? ('running' as const) : ('waiting' as const),
        completedAt: done[service] ?? null,
      })),
    ),
    requestedAt: requestedAt.toISOString(),
    completedAt: completedAt?.toISOString() ?? null,
    // When the last copies that the API can't read have expired.
    agedOutAt: completedAt ? new Date(completedAt.getTime() + agesOutHours * hourMs).toISOString() : null,
  }
}

export const get: Verb<typeof contacts.erasures.get, ContactsRuntime> = async ({ ctx, input }) =>
  presentErasure((await ctx.em.findOne(Erasure, { id: input.id })) ?? fail('erasure:not_found'))

export const list: Verb<typeof contacts.erasures.list, ContactsRuntime> = async ({ ctx, input }) => {
  const page = await listPage<ErasureRow>(ctx, input, {
    entity: Erasure,
    list: 'erasures',
    order: { column: 'id', direction: 'desc' },
    where: {
      ...(input.contact ? { contactId: input.contact } : {}),
      ...(input.status ? { completedAt: input.status === 'running' ? null : { $ne: null } } : {}),
    },
  })
  return { items: page.rows.map(presentErasure), next: page.next }
}
