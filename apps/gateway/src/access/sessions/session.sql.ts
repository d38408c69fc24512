import { isoTimeSql, sql } from '@posthorn/chassis'
import type { Person } from '../../accounts/person.sql.ts'

type Em = Parameters<typeof sql>[0]

export type Session = {
  id: string
  /** Whether the second factor is still missing. Until then, the session allows nothing else. */
  awaitsCode: boolean
  createdAt: string
  confirmedAt: string
  endsAt: string
  /** Whether the last use was recorded more than a minute ago. */
  isUnnoted: boolean
  person: Person
}

/** A session ends after this time without user activity. */
export const idleMinutes = 30
export const sessionHours = 12
/** Maximum time between password and code. */
const codeMinutes = 5

/** Finds a session by the hash of its token, unless it has ended or was idle for too long. */
export async function findSession(em: Em, tokenHash: string): Promise<Session | undefined> {
  const [found] = await sql<Session>(
    em,
    `select s.id, s.awaits_code as "awaitsCode", ${isoTimeSql('s.created_at')} as "createdAt", ${isoTimeSql('s.confirmed_at')} as "confirmedAt",
       ${isoTimeSql('s.ends_at')} as "endsAt", s.seen_at < now() - interval '1 minute' as "isUnnoted",
       json_build_object('id', p.id, 'email', p.email, 'name', p.name, 'passwordHash', p.password_hash,
         'secondFactor', p.second_factor, 'hasSecondFactor', p.second_factor_since is not null,
         'isOperator', p.operator_since is not null, 'isProven', p.proven_at is not null,
         'getsDigest', p.gets_digest) as person
     from session s join person p on p.id = s.person_id
     where s.token_hash = $1 and s.ends_at > now() and s.seen_at > now() - make_interval(mins => ${idleMinutes})`,
    [tokenHash],
  )
  return found
}

export type NewSession = {
  tokenHash: string
  id: string
  person: string
  awaitsCode: boolean
  address: string
  agent: string
}

/** Adds a session. A session that is waiting for a code expires sooner. */
export async function addSession(em: Em, session: NewSession): Promise<void> {
  const { tokenHash, id, person, awaitsCode, address, agent } = session
  const lasts = awaitsCode ? `mins => ${codeMinutes}` : `hours => ${sessionHours}`
  await sql(
    em,
    `insert into session (token_hash, id, person_id, awaits_code, address, agent, ends_at)
     values ($1, $2, $3, $4, $5, $6, now() + make_interval(${lasts}))`,
    [tokenHash, id, person, awaitsCode, address, agent],
  )
}

/**
 * Gives a session a new token, and sets its last authentication to the current time. A session that waited for a code becomes a full one.
 */
export async function renewSession(em: Em, sessionId: string, tokenHash: string): Promise<void> {
  await sql(
    em,
    `update session set token_hash = $2, confirmed_at = now(), seen_at = now(),
       ends_at = case when awaits_code then now() + make_interval(hours => ${sessionHours}) else ends_at end, awaits_code = false
     where id = $1`,
    [sessionId, tokenHash],
  )
}

/** Records that a session and its memberships were used now: an unused session ends sooner. */
export async function noteUse(em: Em, sessionId: string, memberIds: readonly string[]): Promise<void> {
  await sql(em, 'update session set seen_at = now() where id = $1', [sessionId])
  await sql(em, 'update member set seen_at = now() where id = any($1::text[])', [memberIds])
}

/** Ends a person's session and stops the pushes to its browser. Returns false if the person has no session with this id. */
export async function endSession(em: Em, person: string, sessionId: string): Promise<boolean> {
  await sql(em, 'delete from push_subscription where person_id = $1 and session_id = $2', [person, sessionId])
  const statement = 'delete from session where person_id = $1 and id = $2 returning 1'
  return (await sql(em, statement, [person, sessionId])).length > 0
}

/** Ends all of a person's sessions except one, or all if that is null, and stops the pushes to their browsers. */
export async function endSessions(em: Em, person: string, exceptSession: string | null): Promise<void> {
  await sql(em, 'delete from push_subscription where person_id = $1 and session_id is distinct from $2', [
    person,
    exceptSession,
  ])
  await sql(em, 'delete from session where person_id = $1 and id is distinct from $2', [person, exceptSession])
}

/** A session as its owner sees it. */
export type ListedSession = {
  id: string
  createdAt: string
  lastSeenAt: string
  address: string | null
  agent: string | null
}

/** Lists a person's open sessions, latest first. */
export function listSessions(em: Em, person: string): Promise<ListedSession[]> {
  return sql<ListedSession>(
    em,
    `select id, ${isoTimeSql('created_at')} as "createdAt", ${isoTimeSql('seen_at')} as "lastSeenAt", address, agent from session
     where person_id = $1 and not awaits_code and ends_at > now() and seen_at > now() - make_interval(mins => ${idleMinutes})
     order by seen_at desc, id limit 100`,
    [person],
  )
}

/** Deletes expired sessions, links, invitations and sign-in attempts. */
export async function deleteEnded(em: Em): Promise<number> {
  const ended = await sql(
    em,
    `delete from session where ends_at < now() or seen_at < now() - make_interval(mins => ${idleMinutes}) returning 1`,
  )
  const links = await sql(em, 'delete from reset_link where expires_at < now() returning 1')
  const confirming = await sql(em, 'delete from confirm_link where expires_at < now() returning 1')
  const invitations = await sql(em, 'delete from invitation where expires_at < now() returning 1')
  const tries = await sql(
    em,
    `delete from sign_in_tries where at[cardinality(at)] < now() - interval '1 hour' returning 1`,
  )
  return ended.length + links.length + confirming.length + invitations.length + tries.length
}
