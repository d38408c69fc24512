import { defineEntity, type InferEntity, p } from '@mikro-orm/core'
import type { ContactFilter } from '@posthorn/contracts'

export const Segment = defineEntity({
  name: 'Segment',
  tableName: 'segment',
  properties: {
    workspaceId: p.string().primary(),
    id: p.string().primary(),
    name: p.string(),
    description: p.string().nullable(),
    filter: p.json<ContactFilter>(),
    createdAt: p.datetime(),
    updatedAt: p.datetime(),
  },
})

export type SegmentRow = InferEntity<typeof Segment>
