import type { EntityManager } from '@mikro-orm/postgresql'
import { type contact, fromAttributes } from '@posthorn/contracts'
import type { z } from 'zod'
import { type ContactRow, Identity, type IdentityRow } from '../entities/contact.ts'

export function presentContact(
  row: ContactRow,
  identities: Pick<IdentityRow, 'type' | 'value'>[],
): z.output<typeof contact> {
  return {
    id: row.id,
    ...fromAttributes((_, name) => row[name] ?? null),
    phone: row.phone ?? null,
    identities: identities.map(({ type, value }) => ({ type, value })),
    tags: [...row.tags],
    fields: { ...row.fields },
    blocked: row.blocked,
    optedOutAt: row.optedOutAt?.toISOString() ?? null,
    source: row.source,
    version: row.version,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    lastMessageAt: row.lastMessageAt?.toISOString() ?? null,
    unlistedAt: row.unlistedAt?.toISOString() ?? null,
  }
}

/** Returns contacts with their identities, in the order of the rows. */
export async function presentContacts(em: EntityManager, rows: ContactRow[]): Promise<z.output<typeof contact>[]> {
  const identities = await em.find(
    Identity,
    { contactId: { $in: rows.map((row) => row.id) } },
    { orderBy: { type: 'asc', since: 'asc', value: 'asc' }, refresh: true },
  )
  const byContact = Map.groupBy(identities, ({ contactId }) => contactId)
  return rows.map((row) => presentContact(row, byContact.get(row.id) ?? []))
}
