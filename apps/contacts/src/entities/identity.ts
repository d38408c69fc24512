import { defineEntity, type InferEntity, p } from '@mikro-orm/core'
import type { Identifier } from '@posthorn/contracts'

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
