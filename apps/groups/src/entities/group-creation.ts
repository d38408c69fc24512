import { defineEntity, p } from '@mikro-orm/core'

/**
 * The making of a group that has not ended: `waiting` to be asked for, `calling` the provider, `requested` there, or `unknown` when
 * the answer was lost. The row goes when the group is active or failed.
 */
export const GroupCreation = defineEntity({
  name: 'GroupCreation',
  tableName: 'group_creation',
  properties: {
    workspaceId: p.string().primary(),
    groupId: p.string().primary(),
    numberId: p.string(),
    status: p.string().$type<'waiting' | 'calling' | 'requested' | 'unknown'>(),
    attempt: p.integer().default(0),
  },
})
