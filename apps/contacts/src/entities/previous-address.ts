import { defineEntity, p } from '@mikro-orm/core'
import type { Identifier } from '@posthorn/contracts'

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
