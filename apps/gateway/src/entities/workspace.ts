import { defineEntity, type InferEntity, p } from '@mikro-orm/core'
import type { OptedOutMessages, WorkspaceSettings } from '@posthorn/contracts'

/** The tenant that owns everything else; its id is the workspace column itself. */
export const Workspace = defineEntity({
  name: 'Workspace',
  tableName: 'workspace',
  properties: {
    workspaceId: p.string().primary(),
    name: p.string(),
    optedOutMessages: p.string().$type<OptedOutMessages>().default('send'),
    /** Every other setting that was changed. */
    settings: p.json<Partial<WorkspaceSettings>>().default('{}'),
    version: p.integer().default(1),
    createdAt: p.datetime(),
  },
})

/** A row of `workspace`. */
export type WorkspaceRow = InferEntity<typeof Workspace>
