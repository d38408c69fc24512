import { defineEntity, type InferEntity, p } from '@mikro-orm/core'

/** An address of a contact at the provider: a phone, or a user id when the phone is hidden. */
export const Identity = defineEntity({
  name: 'Identity',
  tableName: 'identity',
  properties: {
    workspaceId: p.string().primary(),
    type: p.string().primary().$type<'phone' | 'provider_user'>(),
    value: p.string().primary(),
    contactId: p.string(),
  },
})

/** A row of `identity`. */
export type IdentityRow = InferEntity<typeof Identity>
