import { defineEntity, p } from '@mikro-orm/core'

/** What is left of a contact that was deleted or merged: no person, only the version and the id that goes on. */
export const GoneContact = defineEntity({
  name: 'GoneContact',
  tableName: 'gone_contact',
  properties: {
    workspaceId: p.string().primary(),
    id: p.string().primary(),
    version: p.integer(),
    mergedInto: p.string().nullable(),
    goneAt: p.datetime(),
  },
})
