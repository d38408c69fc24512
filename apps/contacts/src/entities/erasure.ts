import { defineEntity, type InferEntity, p } from '@mikro-orm/core'

/** The erasure of a person: the services that have finished, and, until all have, the names of the person, sealed. */
export const Erasure = defineEntity({
  name: 'Erasure',
  tableName: 'erasure',
  properties: {
    workspaceId: p.string().primary(),
    id: p.string().primary(),
    contactId: p.string(),
    /** Ids that led to the contact: of those merged into it, and aliases. */
    contactIds: p.array<string>(),
    /** Recorded in the journal outside of Postgres. */
    inJournal: p.boolean().default(false),
    sealed: p.text().nullable(),
    /** Service → the time at which it finished. */
    done: p.json<Record<string, string>>(),
    requestedAt: p.datetime(),
    completedAt: p.datetime().nullable(),
  },
})

/** A row of `erasure`. */
export type ErasureRow = InferEntity<typeof Erasure>
