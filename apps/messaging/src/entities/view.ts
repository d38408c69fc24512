import { defineEntity, type InferEntity, p } from '@mikro-orm/core'
import type { messaging } from '@posthorn/contracts'
import type { z } from 'zod'
import type { Author } from './chat.ts'

type Answer = z.output<typeof messaging.views.update.output>

/** A filter of chats that has a name, of the team or of one member or key. */
export const View = defineEntity({
  name: 'View',
  tableName: 'view',
  properties: {
    workspaceId: p.string().primary(),
    id: p.string().primary(),
    name: p.string(),
    /** The name as it is compared: two names that differ in case only are one. */
    nameKey: p.string(),
    /** Member or key whose own view it is; empty for a view of the team. */
    owner: p.string(),
    filter: p.json<Answer['filter']>(),
    sort: p.string().$type<Answer['sort']>(),
    author: p.json<Author>(),
    version: p.integer(),
    createdAt: p.datetime(),
    updatedAt: p.datetime(),
  },
})

/** A row of `view`. */
export type ViewRow = InferEntity<typeof View>
