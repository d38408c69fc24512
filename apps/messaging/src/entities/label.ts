import { defineEntity, type InferEntity, p } from '@mikro-orm/core'

/** A label of the workspace; chats keep a copy of what they show of it. */
export const Label = defineEntity({
  name: 'Label',
  tableName: 'label',
  properties: {
    workspaceId: p.string().primary(),
    id: p.string().primary(),
    name: p.string(),
    /** The name as it is compared: two names that differ in case only are one. */
    nameKey: p.string(),
    color: p.string(),
    description: p.string().nullable(),
    createdAt: p.datetime(),
    updatedAt: p.datetime(),
  },
})

/** A row of `label`. */
export type LabelRow = InferEntity<typeof Label>
