import { defineEntity, type InferEntity, p } from '@mikro-orm/core'

/** The forgetting of a person: which services are through, and, until all are, whom it is about, sealed. */
export const Erasure = defineEntity({
  name: 'Erasure',
  tableName: 'erasure',
  properties: {
    workspaceId: p.string().primary(),
    id: p.string().primary(),
    contactId: p.string(),
    /** Ids that led to the contact: of those merged into it, and aliases. */
    contactIds: p.array<string>(),
    /** Written down outside of Postgres. */
    inLedger: p.boolean().default(false),
    sealed: p.text().nullable(),
    /** Service → when it was through. */
    done: p.json<Record<string, string>>(),
    requestedAt: p.datetime(),
    finishedAt: p.datetime().nullable(),
  },
})

/** A row of `erasure`. */
export type ErasureRow = InferEntity<typeof Erasure>
