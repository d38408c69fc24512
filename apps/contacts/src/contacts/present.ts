import type { contact } from '@posthorn/contracts'
import type { z } from 'zod'
import type { ContactRow } from '../entities/contact.ts'
import type { IdentityRow } from '../entities/identity.ts'

/** A contact as answers and events show it. */
export function presentContact(
  row: ContactRow,
  identities: Pick<IdentityRow, 'type' | 'value'>[],
): z.output<typeof contact> {
  return {
    id: row.id,
    name: row.name ?? null,
    phone: row.phone ?? null,
    identities: identities.map(({ type, value }) => ({ type, value })),
    email: row.email ?? null,
    company: row.company ?? null,
    source: row.source,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    lastMessageAt: row.lastMessageAt?.toISOString() ?? null,
  }
}
