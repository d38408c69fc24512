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
