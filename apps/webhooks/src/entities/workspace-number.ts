import { defineEntity, p } from '@mikro-orm/core'

/** A number of the workspace, known from its events; the number filter of a webhook may name it. */
export const WorkspaceNumber = defineEntity({
  name: 'KnownNumber',
  tableName: 'known_number',
  properties: { workspaceId: p.string().primary(), id: p.string().primary() },
})
