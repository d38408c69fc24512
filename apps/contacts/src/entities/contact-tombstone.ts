import { defineEntity, p } from '@mikro-orm/core'

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
