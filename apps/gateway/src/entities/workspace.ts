import { defineEntity, type InferEntity, p } from '@mikro-orm/core'
import type { OptedOutMessages, WorkspaceSettings } from '@posthorn/contracts'

/** The tenant that owns everything else. Its id is the workspace column. */
export const Workspace = defineEntity({
  name: 'Workspace',
  tableName: 'workspace',
  properties: {
    workspaceId: p.string().primary(),
    name: p.string(),
    optedOutMessages: p.string().$type<OptedOutMessages>().default('send'),
    /** All other changed settings. */
    settings: p.json<Partial<WorkspaceSettings>>().default('{}'),
    version: p.integer().default(1),
    createdAt: p.datetime(),
  },
})

export type WorkspaceRow = InferEntity<typeof Workspace>
