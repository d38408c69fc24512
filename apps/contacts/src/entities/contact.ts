import { defineEntity, type InferEntity, p } from '@mikro-orm/core'
import { fromAttributes } from '@posthorn/contracts'

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
