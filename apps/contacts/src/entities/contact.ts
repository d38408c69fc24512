import { defineEntity, type InferEntity, p } from '@mikro-orm/core'

/** A person the workspace talks to. */
export const Contact = defineEntity({
  name: 'Contact',
  tableName: 'contact',
  properties: {
    workspaceId: p.string().primary(),
    id: p.string().primary(),
    name: p.string().nullable(),
    phone: p.string().nullable(),
    email: p.string().nullable(),
    company: p.string().nullable(),
    source: p.string().$type<'api' | 'message'>(),
    version: p.integer().default(1),
    createdAt: p.datetime(),
    updatedAt: p.datetime(),
    lastMessageAt: p.datetime().nullable(),
  },
})

/** A row of `contact`. */
export type ContactRow = InferEntity<typeof Contact>
