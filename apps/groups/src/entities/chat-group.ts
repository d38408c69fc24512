import { defineEntity, type InferEntity, p } from '@mikro-orm/core'
import type { group } from '@posthorn/contracts'
import type { z } from 'zod'

type Group = z.output<typeof group>

/** A group of a workspace at its provider. */
export const ChatGroup = defineEntity({
  name: 'ChatGroup',
  tableName: 'chat_group',
  properties: {
    workspaceId: p.string().primary(),
    id: p.string().primary(),
    numberId: p.string(),
    name: p.string(),
    description: p.string().nullable(),
    status: p.string().$type<'creating' | 'active' | 'deleting' | 'deleted' | 'failed'>(),
    /** By the provider; an active group that is suspended shows as such. */
    suspended: p.boolean().default(false),
    joinApproval: p.boolean(),
    image: p.json<NonNullable<Group['image']>>().nullable(),
    changes: p.json<Group['changes']>().default([]),
    /** Time of the provider's last report on a setting, or on the suspension. */
    reportedAt: p.json<Partial<Record<'name' | 'description' | 'image' | 'suspended', string>>>().default({} as never),
    joined: p.integer().default(0),
    invited: p.integer().default(0),
    requested: p.integer().default(0),
    inviteLink: p.string().nullable(),
    providerId: p.string().nullable(),
    requestId: p.string().nullable(),
    errorCode: p.string().nullable(),
    errorMessage: p.string().nullable(),
    version: p.integer().default(1),
    createdAt: p.datetime(),
    updatedAt: p.datetime(),
  },
})

/** A row of `chat_group`. */
export type GroupRow = InferEntity<typeof ChatGroup>
