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

/** Finds a valid link by the hash of its secret: an invitation or a password reset. */
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

type ConfirmLink = { person: string; tokenHash: string; expiresAt: Date }

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

type OpenInvitation = {
  id: string
  email: string
  role: Role
  numbers: string[] | null
  createdBy: { type: string; id: string }
  createdAt: Date
  expiresAt: Date
}

type NewInvitation = Omit<OpenInvitation, 'email' | 'createdAt'> & {
  workspace: string
  kind: 'first' | 'invitation'
  tokenHash: string
  email: string | null
}

/** Adds an invitation. Only the hash of its secret is stored, so that the database contains no usable link. */
export async function addInvitation(em: Em, invitation: NewInvitation): Promise<void> {
  const { workspace, id, kind, tokenHash, email, role, numbers, createdBy, expiresAt } = invitation
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

/** Number of minutes for which an attempt counts. */
const windowMinutes = 15

/** Result of counting an attempt: allowed, or the seconds to wait. */
export type Try = { allowed: boolean; retryAfterSeconds: number }

/** Counts an attempt under this name, unless there are already `triesMax` in the window. Atomic, even if many attempts arrive at once. */
export async function countTry(em: Em, name: string, triesMax: number): Promise<Try> {
  const [row] = await sql<{ taken: boolean; wait: number }>(
    em,
    `insert into sign_in_tries as t (name, at, taken) values ($1, array[clock_timestamp()], true)
     on conflict (name) do update set (at, taken) = (
       select case when cardinality(r.recent) < $2 then r.recent || clock_timestamp() else r.recent end, cardinality(r.recent) < $2
       from (select array(select u from unnest(t.at) u
         where u > clock_timestamp() - make_interval(mins => ${windowMinutes}) order by u) as recent) r
     )
     returning taken, extract(epoch from at[1] + make_interval(mins => ${windowMinutes}) - clock_timestamp())::float8 as wait`,
    [name, triesMax],
  )
  return { allowed: row?.taken ?? false, retryAfterSeconds: Math.max(1, Math.ceil(row?.wait ?? 1)) }
}

/** Forgets the attempts under this name after one that succeeded. */
export async function clearTries(em: Em, name: string): Promise<void> {
  await sql(em, 'delete from sign_in_tries where name = $1', [name])
}

/** Takes back the last attempt under this name, because it succeeded. Earlier attempts still count. */
export async function takeBackTry(em: Em, name: string): Promise<void> {
  await sql(em, 'delete from sign_in_tries where name = $1 and cardinality(at) = 1', [name])
  await sql(em, 'update sign_in_tries set at = at[1:cardinality(at) - 1] where name = $1 and cardinality(at) > 1', [
    name,
  ])
}
