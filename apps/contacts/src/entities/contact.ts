import { defineEntity, type InferEntity, p } from '@mikro-orm/core'
import { type ContactFilter, fromAttributes, type Identifier } from '@posthorn/contracts'

export const Contact = defineEntity({
  name: 'Contact',
  tableName: 'contact',
  properties: {
    workspaceId: p.string().primary(),
    id: p.string().primary(),
    ...fromAttributes(() => p.string().nullable()),
    phone: p.string().nullable(),
    /** When the provider reported the username. */
    usernameAt: p.datetime().nullable(),
    tags: p.array<string>().default([]),
    /** Numbers that the contact belongs to: those with a chat, and those that its creator was restricted to. */
    numberIds: p.array<string>().default([]),
    fields: p.json<Record<string, string>>().default({} as never),
    blocked: p.boolean().default(false),
    optedOutAt: p.datetime().nullable(),
    /** Whether the contact was opted out only by a preference at the provider. The next field is the time of the newest preference. */
    stopped: p.boolean().default(false),
    preferenceAt: p.datetime().nullable(),
    /** Time of the newest word that opted the contact out or in. */
    wordAt: p.datetime().nullable(),
    /** Whether the newest word opts out. The next field is the same for the newest preference. */
    saidOut: p.boolean().default(false),
    prefersOut: p.boolean().default(false),
    source: p.string().$type<'api' | 'message' | 'import'>(),
    version: p.integer().default(1),
    createdAt: p.datetime(),
    updatedAt: p.datetime(),
    lastMessageAt: p.datetime().nullable(),
    /** When the contact was removed from the address book; null while it is listed. */
    unlistedAt: p.datetime().nullable(),
  },
})

export type ContactRow = InferEntity<typeof Contact>

/** Tombstone of a deleted or merged contact. It has no personal data, only the version and the id of the replacement. */
export const ContactTombstone = defineEntity({
  name: 'ContactTombstone',
  tableName: 'gone_contact',
  properties: {
    workspaceId: p.string().primary(),
    id: p.string().primary(),
    version: p.integer(),
    mergedInto: p.string().nullable(),
    goneAt: p.datetime(),
  },
})

/** A contact's address at the provider: a phone number or user id. */
export const Identity = defineEntity({
  name: 'Identity',
  tableName: 'identity',
  properties: {
    workspaceId: p.string().primary(),
    type: p.string().primary().$type<Identifier['type']>(),
    value: p.string().primary(),
    contactId: p.string(),
    /** Earliest time at which the address is known to belong to the contact. */
    since: p.datetime(),
  },
})

export type IdentityRow = InferEntity<typeof Identity>

/** An address that a contact had before the provider reported a new one. Erasures include these. */
export const PreviousAddress = defineEntity({
  name: 'PreviousAddress',
  tableName: 'previous_address',
  properties: {
    workspaceId: p.string().primary(),
    contactId: p.string().primary(),
    value: p.string().primary(),
    type: p.string().$type<Identifier['type']>(),
    changedAt: p.datetime(),
  },
})

/** Erasure of a person: the services that have finished and, until all have, the person's encrypted names. */
export const Erasure = defineEntity({
  name: 'Erasure',
  tableName: 'erasure',
  properties: {
    workspaceId: p.string().primary(),
    id: p.string().primary(),
    contactId: p.string(),
    /** Ids that lead to the contact: those of merged contacts, and aliases. */
    contactIds: p.array<string>(),
    /** Whether the erasure is in the journal outside Postgres. */
    inJournal: p.boolean().default(false),
    sealed: p.text().nullable(),
    done: p.json<Record<string, string>>(),
    requestedAt: p.datetime(),
    completedAt: p.datetime().nullable(),
  },
})

export type ErasureRow = InferEntity<typeof Erasure>

export const Segment = defineEntity({
  name: 'Segment',
  tableName: 'segment',
  properties: {
    workspaceId: p.string().primary(),
    id: p.string().primary(),
    name: p.string(),
    description: p.string().nullable(),
    filter: p.json<ContactFilter>(),
    createdAt: p.datetime(),
    updatedAt: p.datetime(),
  },
})

export type SegmentRow = InferEntity<typeof Segment>

export const Import = defineEntity({
  name: 'Import',
  tableName: 'import',
  properties: {
    workspaceId: p.string().primary(),
    id: p.string().primary(),
    status: p.string().$type<'fetching' | 'running' | 'finished' | 'failed'>(),
    url: p.string().nullable(),
    dryRun: p.boolean(),
    onDuplicate: p.string().$type<'skip' | 'update' | 'error'>(),
    tags: p.array<string>(),
    askedMapping: p.json<Record<string, string>>(),
    mapping: p.json<Record<string, string>>().nullable(),
    format: p.string().$type<'csv' | 'json'>().default('csv'),
    delimiter: p.string().nullable(),
    columns: p.array<string>().nullable(),
    sizeBytes: p.bigint('number').default(0),
    doneBytes: p.bigint('number').default(0),
    /** Lines of the file read so far; 0 if they aren't counted. */
    doneLines: p.integer().default(0),
    rows: p.integer().default(0),
    created: p.integer().default(0),
    updated: p.integer().default(0),
    skipped: p.integer().default(0),
    failed: p.integer().default(0),
    errorCode: p.string().nullable(),
    leaseUntil: p.datetime().nullable(),
    attempts: p.integer().default(0),
    touchedAt: p.datetime(),
    createdAt: p.datetime(),
    completedAt: p.datetime().nullable(),
  },
})

export type ImportRow = InferEntity<typeof Import>

/** An error in a row of an import. Its id sorts by row. */
export const ImportError = defineEntity({
  name: 'ImportError',
  tableName: 'import_error',
  properties: {
    workspaceId: p.string().primary(),
    importId: p.string().primary(),
    id: p.string().primary(),
    row: p.integer(),
    line: p.integer().nullable(),
    columnName: p.string(),
    errorCode: p.string(),
    message: p.string(),
    value: p.string().nullable(),
    /** Cells of the row, stored with its first error. */
    cells: p.json<string[]>().nullable(),
  },
})

export type ImportErrorRow = InferEntity<typeof ImportError>
