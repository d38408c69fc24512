import { defineEntity, p } from '@mikro-orm/core'

/** A segment that a channel can have as its audience: fed by `segment:updated`, owned by the contacts service. */
export const AudienceSegment = defineEntity({
  name: 'KnownSegment',
  tableName: 'known_segment',
  properties: {
    workspaceId: p.string().primary(),
    id: p.string().primary(),
    deleted: p.boolean(),
  },
})
