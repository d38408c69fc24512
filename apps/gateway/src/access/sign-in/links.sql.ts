import { isoTimeSql, sql } from '@posthorn/chassis'
import type { Role } from '@posthorn/contracts'

type Em = Parameters<typeof sql>[0]

/** A valid link to join a workspace or to reset a password. */
export type SignInLink = {
  kind: 'first' | 'invitation' | 'reset'
  id: string | null
  workspace: string | null
  workspaceName: string | null
  person: string | null
  email: string | null
  role: Role | null
  numbers: string[] | null
  /** Whether using the link removes the person's second factor. */
  endsSecondFactor: boolean
  /** Whether the link was mailed, so that using it confirms the address. */
  isMailed: boolean
  expiresAt: string
}

export async function findLink(em: Em, tokenHash: string): Promise<SignInLink | undefined> {
  const [found] = await sql<SignInLink>(
    em,
    `select i.kind, i.id, i.workspace_id as workspace, w.name as "workspaceName", null as person, i.email, i.role, i.numbers,
       false as "endsSecondFactor", false as "isMailed", ${isoTimeSql('i.expires_at')} as "expiresAt"
     from invitation i join workspace w on w.workspace_id = i.workspace_id where i.token_hash = $1 and i.expires_at > now()
     union all
     select 'reset', null, null, null, p.id, p.email, null, null, r.ends_second_factor, r.is_mailed, ${isoTimeSql('r.expires_at')}
     from reset_link r join person p on p.id = r.person_id where r.token_hash = $1 and r.expires_at > now()`,
    [tokenHash],
  )
  return found
}

/** Uses an invitation. Returns false if it was used or withdrawn in the meantime. */
export async function useInvitation(em: Em, tokenHash: string): Promise<boolean> {
  return (await sql(em, 'delete from invitation where token_hash = $1 returning 1', [tokenHash])).length > 0
}

/** Uses a password reset link. Returns false if it was used or has expired. */
export async function useResetLink(em: Em, tokenHash: string): Promise<boolean> {
  return (await sql(em, 'delete from reset_link where token_hash = $1 returning 1', [tokenHash])).length > 0
}

export type ConfirmLink = { person: string; tokenHash: string; expiresAt: Date }

/** Adds a link that confirms an address. It replaces the person's earlier one. */
export async function addConfirmLink(em: Em, { person, tokenHash, expiresAt }: ConfirmLink): Promise<void> {
  await sql(
    em,
    `insert into confirm_link (person_id, token_hash, expires_at) values ($1, $2, $3)
     on conflict (person_id) do update set (token_hash, expires_at) = (excluded.token_hash, excluded.expires_at)`,
    [person, tokenHash, expiresAt],
  )
}

/** Uses this person's link to confirm their address. Returns false if it belongs to someone else, was used, or has expired. */
export async function useConfirmLink(em: Em, { person, tokenHash }: Omit<ConfirmLink, 'expiresAt'>): Promise<boolean> {
  const statement =
    'delete from confirm_link where token_hash = $1 and person_id = $2 and expires_at > now() returning 1'
  return (await sql(em, statement, [tokenHash, person])).length > 0
}
