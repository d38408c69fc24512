import { defineEntity, type InferEntity, p } from '@mikro-orm/core'
import type { Role } from '@posthorn/contracts'

/** An invitation to a workspace that no one has accepted yet; `first`: the link of its first owner. */
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

/** A row of `invitation`. */
export type InvitationRow = InferEntity<typeof Invitation>

/** A person of a workspace, whom chats can be assigned to; `personId` once they can sign in. */
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

/** A row of `member`. */
export type MemberRow = InferEntity<typeof Member>
