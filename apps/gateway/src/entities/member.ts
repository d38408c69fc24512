import { defineEntity, type InferEntity, p } from '@mikro-orm/core'
import type { Role } from '@posthorn/contracts'

/** Someone in a workspace whom chats can be assigned to. Has a `personId` once they can sign in. */
export const Member = defineEntity({
  name: 'Member',
  tableName: 'member',
  properties: {
    workspaceId: p.string().primary(),
    id: p.string().primary(),
    name: p.string(),
    email: p.string(),
    personId: p.string().nullable(),
    role: p.string().$type<Role>().default('agent'),
    numbers: p.array<string>().nullable(),
    color: p.string().nullable(),
    disabledAt: p.datetime().nullable(),
    seenAt: p.datetime().nullable(),
    version: p.integer().default(1),
    createdAt: p.datetime(),
  },
})

export type MemberRow = InferEntity<typeof Member>

/** A pending invitation. `first`: the link of a workspace's first owner. */
export const Invitation = defineEntity({
  name: 'Invitation',
  tableName: 'invitation',
  properties: {
    workspaceId: p.string().primary(),
    id: p.string().primary(),
    kind: p.string().$type<'first' | 'invitation'>(),
    tokenHash: p.string(),
    email: p.string().nullable(),
    role: p.string().$type<Role>(),
    numbers: p.array<string>().nullable(),
    createdBy: p.string(),
    createdAt: p.datetime(),
    expiresAt: p.datetime(),
  },
})

export type InvitationRow = InferEntity<typeof Invitation>
