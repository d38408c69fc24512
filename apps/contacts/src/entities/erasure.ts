import { defineEntity, type InferEntity, p } from '@mikro-orm/core'

/** Erasure of a person: the services that have finished and, until all have, the person's encrypted names. */
export const Erasure = defineEntity({
  name: 'Erasure',
  tableName: 'erasure',
  properties: {
    workspaceId: p.string().primary(),
    id: p.string().primary(),
    contactId: p.string(),
    /** Ids that led to the contact: of merged contacts, and aliases. */
    contactIds: p.array<string>(),
    /** Whether it is recorded in the journal outside Postgres. */
    inJournal: p.boolean().default(false),
    sealed: p.text().nullable(),
    /** When each service finished. */
    done: p.json<Record<string, string>>(),
    requestedAt: p.datetime(),
    completedAt: p.datetime().nullable(),
  },
})

export type ErasureRow = InferEntity<typeof Erasure>
