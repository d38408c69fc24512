import { defineEntity, type InferEntity, p } from '@mikro-orm/core'
import type { joinRequest } from '@posthorn/contracts'
import type { z } from 'zod'

/** Someone who asked to be let into a group. `id` is the provider's. */
export const JoinRequest = defineEntity({
  name: 'JoinRequest',
  tableName: 'join_request',
  properties: {
    workspaceId: p.string().primary(),
    groupId: p.string().primary(),
    id: p.string().primary(),
    phone: p.string().nullable(),
    userId: p.string().nullable(),
    status: p.string().$type<z.output<typeof joinRequest>['status']>(),
    errorCode: p.string().nullable(),
    createdAt: p.datetime(),
    updatedAt: p.datetime(),
  },
})

/** A row of `join_request`. */
export type JoinRequestRow = InferEntity<typeof JoinRequest>
