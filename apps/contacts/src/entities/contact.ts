import { defineEntity, type InferEntity, p } from '@mikro-orm/core'
import { fromAttributes, type Identifier } from '@posthorn/contracts'

/** The tombstone of a contact that was deleted or merged: no person, only the version and the id that continues. */
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

/** An address of a contact at the provider: a phone, or a user id. */
export const Identity = defineEntity({
  name: 'Identity',
  tableName: 'identity',
  properties: {
    workspaceId: p.string().primary(),
    type: p.string().primary().$type<Identifier['type']>(),
    value: p.string().primary(),
    contactId: p.string(),
    /** Earliest time at which it is known to be theirs. */
    since: p.datetime(),
  },
})

/** A row of `identity`. */
export type IdentityRow = InferEntity<typeof Identity>

/** An address that a contact had before the provider reported another one; an erasure removes the person under it, too. */
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

/** A person the workspace talks to. */
export const Contact = defineEntity({
  name: 'Contact',
  tableName: 'contact',
  properties: {
    workspaceId: p.string().primary(),
    id: p.string().primary(),
    ...fromAttributes(() => p.string().nullable()),
    phone: p.string().nullable(),
    /** Time of the report that the username is of. */
    usernameAt: p.datetime().nullable(),
    tags: p.array<string>().default([]),
    /** Numbers that the contact belongs to: those with a chat, and those that its creator was limited to. */
    numberIds: p.array<string>().default([]),
    fields: p.json<Record<string, string>>().default({} as never),
    blocked: p.boolean().default(false),
    optedOutAt: p.datetime().nullable(),
    /** True when only a preference at the provider opted them out; then the time of the newest preference. */
    stopped: p.boolean().default(false),
    preferenceAt: p.datetime().nullable(),
    /** Time of the newest word of theirs that opts out or in. */
    wordAt: p.datetime().nullable(),
    /** True when the newest word, and the newest preference, opt out. */
    saidOut: p.boolean().default(false),
    prefersOut: p.boolean().default(false),
    source: p.string().$type<'api' | 'message' | 'import'>(),
    version: p.integer().default(1),
    createdAt: p.datetime(),
    updatedAt: p.datetime(),
    lastMessageAt: p.datetime().nullable(),
    /** Time at which it was taken out of the address book; null: it is in it. */
    unlistedAt: p.datetime().nullable(),
  },
})

/** A row of `contact`. */
export type ContactRow = InferEntity<typeof Contact>
