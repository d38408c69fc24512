import { sql } from '@posthorn/chassis'
import type { Role } from '@posthorn/contracts'

type Em = Parameters<typeof sql>[0]

export type OpenInvitation = {
  id: string
  email: string
  role: Role
  numbers: string[] | null
  createdBy: { type: string; id: string }
  createdAt: Date
  expiresAt: Date
}

export type NewInvitation = Omit<OpenInvitation, 'email' | 'createdAt'> & {
  workspace: string
  kind: 'first' | 'invitation'
  tokenHash: string
  email: string | null
}

export async function addInvitation(em: Em, made: NewInvitation): Promise<void> {
  const { workspace, id, kind, tokenHash, email, role, numbers, createdBy, expiresAt } = made
  await sql(
    em,
    `insert into invitation
       (workspace_id, id, kind, token_hash, email, role, numbers, created_by, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [workspace, id, kind, tokenHash, email, role, numbers, `${createdBy.type} ${createdBy.id}`, expiresAt],
  )
}

/** Removes the links for a workspace's first owner. */
export async function removeFirstInvitations(em: Em, workspace: string): Promise<void> {
  await sql(em, `delete from invitation where workspace_id = $1 and kind = 'first'`, [workspace])
}
