import { isoTimeSql, sql, type Tx } from '@posthorn/chassis'
import { type auditedSignIns, fail, type Id, newId } from '@posthorn/contracts'
import {
  acrossWorkspaces,
  changeAcrossWorkspaces,
  countRecoveryCodes,
  membershipsOf,
  type Person,
} from '../../accounts/person.sql.ts'
import type { GatewayRuntime } from '../../deps.ts'
import type { Exchange } from '../../rest/exchange.ts'
import { browserCookie, browserMarkOf, csrfOf, newToken, sessionCookie, sessionTokenOf, tokenHashOf } from './token.ts'

const agentCharactersMax = 300

/** What the vault signs the cookie for that identifies a browser this person has used. */
const browserScope = (personId: string) => `browser of ${personId}`

/** Scope of session tokens. They are signed, so a made-up one is refused without a query. */
const sessionScope = 'session'

/** Returns the cookie's session, unless it has ended. It may still wait for a code. A cookie that no gateway has set costs no query. */
export async function sessionOf(runtime: GatewayRuntime, exchange: Exchange): Promise<Session | undefined> {
  const token = sessionTokenOf(exchange)
  if (token === undefined || runtime.vault.verify(token, sessionScope) === null) return undefined
  return acrossWorkspaces(runtime, (em) => findSession(em, 'token_hash', tokenHashOf(token)))
}

/** Returns a session whose token may have been renewed, unless it has ended. */
export const sessionById = (runtime: GatewayRuntime, id: string): Promise<Session | undefined> =>
  acrossWorkspaces(runtime, (em) => findSession(em, 'id', id))

/**
 * Opens a session, sets its cookie and marks the browser as known. If the person has a second factor, the session waits for a code, and is
 * recorded only then. Fails if the password was changed since it was checked, because the change ended all sessions.
 */
export async function openSession(runtime: GatewayRuntime, exchange: Exchange, person: Person): Promise<Session> {
  const token = runtime.vault.sign(newToken(), sessionScope)
  const tokenHash = tokenHashOf(token)
  const session = {
    tokenHash,
    id: newId('ses'),
    person,
    address: exchange.address,
    agent: String(exchange.req.headers['user-agent'] ?? '').slice(0, agentCharactersMax),
  }
  const opened = await changeAcrossWorkspaces(runtime, async (tx) => {
    await addSession(tx.em, session)
    const added = (await findSession(tx.em, 'token_hash', tokenHash)) ?? fail('sign_in:refused')
    if (!added.awaitsCode) await recordBegun(tx, exchange, added)
    return added
  })
  exchange.res.appendHeader('Set-Cookie', sessionCookie(exchange, token))
  if (!isKnownBrowser(runtime, exchange, person.id)) {
    const browserMark = runtime.vault.sign(newToken(), browserScope(person.id))
    exchange.res.appendHeader('Set-Cookie', browserCookie(exchange, browserMark))
  }
  return opened
}

/**
 * Gives the request's session a new token after the person has authenticated again, in one transaction with what that allows. A copy of the
 * old token stops working. Fails without changes if the session has ended or another request has renewed it, whose cookie is the valid one.
 * Returns the account.
 */
export async function renew(
  runtime: GatewayRuntime,
  exchange: Exchange,
  change: (tx: Tx) => Promise<void> = () => Promise.resolve(),
): Promise<Account> {
  const token = runtime.vault.sign(newToken(), sessionScope)
  const tokenHash = tokenHashOf(token)
  const account = await changeAcrossWorkspaces(runtime, async (tx) => {
    await change(tx)
    await renewSession(tx.em, { from: tokenHashOf(sessionTokenOf(exchange) ?? ''), to: tokenHash })
    const renewed = (await findSession(tx.em, 'token_hash', tokenHash)) ?? fail('session:required')
    return accountOf(tx.em, runtime, renewed)
  })
  exchange.res.appendHeader('Set-Cookie', sessionCookie(exchange, token))
  return account
}

type SessionEvent = {
  operation: Exclude<(typeof auditedSignIns)[number], 'invitation.accepted'>
  person: string
  session?: string
}

const endingSessions: readonly SessionEvent['operation'][] = ['password.changed', 'secondFactor.began', 'session.ended']

/**
 * Records a sign-in, sign-out, refusal, or change of the password or second factor in the audit log of each of the person's workspaces. Also
 * tells all gateways if it ended sessions. Call it in the transaction of the change, so that neither is stored without the other.
 */
export async function recordSession(
  tx: Tx,
  { address, requestId, traceparent }: Exchange,
  { operation, person, session }: SessionEvent,
): Promise<void> {
  for (const { workspace, member, name } of await membershipsOf(tx.em, person)) {
    const data = {
      actor: { type: 'member' as const, id: member, name },
      service: 'gateway',
      operation,
      target: session ?? member,
      ip: address || null,
      requestId,
      given: {},
      changes: [],
      truncated: false,
    }
    if (endingSessions.includes(operation)) announceEnd(tx, workspace, member)
    tx.emit({ kind: 'audit:recorded', workspace, data, aggregate: { id: requestId, version: 1 }, traceparent })
  }
}

/** Tells all gateways that a person's sessions have ended, so that they end the person's streams immediately. */
export async function announceEnded(tx: Tx, personId: string): Promise<void> {
  for (const { workspace, member } of await membershipsOf(tx.em, personId)) announceEnd(tx, workspace, member)
}

/** Tells all gateways that a member's session ended. The aggregate is a new id, because sessions have no versions. */
function announceEnd(tx: Tx, workspace: string, member: string): void {
  const data = { member: member as Id<'mem'> }
  tx.emit({ kind: 'session:ended', workspace, data, aggregate: { id: newId('evt'), version: 1 } })
}

/** Records that a session began: when it was opened, or when its code was entered. */
export const recordBegun = (tx: Tx, exchange: Exchange, { id, person }: Session): Promise<void> =>
  recordSession(tx, exchange, { operation: 'session.began', person: person.id, session: id })

/** Whether this person has signed in with this browser before. If so, attempts of strangers do not count against them. */
export function isKnownBrowser({ vault }: GatewayRuntime, exchange: Exchange, person: string): boolean {
  const browserMark = browserMarkOf(exchange)
  return browserMark !== undefined && vault.verify(browserMark, browserScope(person)) !== null
}

/** What a page shows of a session: the person, their workspaces, and the value of the `Csrf` header. */
type Account = Record<string, unknown>

/** Returns what a page shows of a session. After a change, call it in the change's transaction: a later failure would deny what is stored. */
export async function accountOf(em: Em, { vault }: GatewayRuntime, session: Session): Promise<Account> {
  const { id, email, name, hasSecondFactor, isOperator, isProven, getsDigest } = session.person
  const [memberships, codesLeft] = await Promise.all([membershipsOf(em, id), countRecoveryCodes(em, id)])
  return {
    person: {
      id,
      email,
      name,
      twoFactor: hasSecondFactor,
      codesLeft,
      operator: isOperator,
      proven: isProven,
      digest: getsDigest,
    },
    csrf: csrfOf(vault, session.id),
    workspaces: memberships.map(({ workspace, workspaceName, role, member }) => ({
      id: workspace,
      name: workspaceName,
      role,
      member,
    })),
    confirmedAt: session.confirmedAt,
  }
}

type Em = Parameters<typeof sql>[0]

export type Session = {
  id: string
  /** Whether the second factor is still missing. Until then, the session allows nothing else. */
  awaitsCode: boolean
  confirmedAt: string
  /** Whether the person has just proven who they are: signed in, or entered their password or a code. Only this allows sensitive operations. */
  hasConfirmed: boolean
  /** Whether the last use was recorded more than a minute ago. */
  isSeenAtOld: boolean
  person: Person
}

/** A session ends after this time without user activity. */
const idleMinutes = 30
const sessionHours = 12
/** How long a proof of who the person is allows sensitive operations. */
const confirmedSeconds = 600
/** Maximum time between password and code. */
const codeMinutes = 5

/**
 * Finds a session by id or token hash, unless it has ended or was idle for too long. A confirmation in the future is from before the clock
 * was set back, so it counts only if it is as near as a past one must be.
 */
async function findSession(em: Em, column: 'id' | 'token_hash', value: string): Promise<Session | undefined> {
  const [found] = await sql<Session>(
    em,
    `select s.id, s.awaits_code as "awaitsCode", ${isoTimeSql('s.confirmed_at')} as "confirmedAt",
       abs(extract(epoch from now() - s.confirmed_at)) <= ${confirmedSeconds} as "hasConfirmed",
       s.seen_at < now() - interval '1 minute' as "isSeenAtOld",
       json_build_object('id', p.id, 'email', p.email, 'name', p.name, 'passwordHash', p.password_hash,
         'secondFactor', p.second_factor, 'hasSecondFactor', p.second_factor_since is not null,
         'isOperator', p.operator_since is not null, 'isProven', p.proven_at is not null,
         'getsDigest', p.gets_digest) as person
     from session s join person p on p.id = s.person_id
     where s.${column} = $1 and s.ends_at > now() and s.seen_at > now() - make_interval(mins => ${idleMinutes})`,
    [value],
  )
  return found
}

type NewSession = { tokenHash: string; id: string; person: Person; address: string; agent: string }

/**
 * Adds a session, unless the person's password has changed. A session that is waiting for a code expires sooner. The lock makes a concurrent
 * change of the password or second factor come first or end this session.
 */
async function addSession(em: Em, { tokenHash, id, person, address, agent }: NewSession): Promise<void> {
  await sql(
    em,
    `insert into session (token_hash, id, person_id, awaits_code, address, agent, ends_at)
     select $1, $2, p.id, p.second_factor_since is not null, $4, $5, now() + make_interval(mins =>
       case when p.second_factor_since is null then ${sessionHours * 60} else ${codeMinutes} end)
     from person p where p.id = $3 and p.password_hash is not distinct from $6 for share`,
    [tokenHash, id, person.id, address, agent, person.passwordHash],
  )
}

/** Gives the session with token `from` a new token, as just authenticated. A session that waited for a code becomes a full one. */
async function renewSession(em: Em, { from, to }: { from: string; to: string }): Promise<void> {
  await sql(
    em,
    `update session set token_hash = $2, confirmed_at = now(), seen_at = now(),
       ends_at = case when awaits_code then now() + make_interval(hours => ${sessionHours}) else ends_at end, awaits_code = false
     where token_hash = $1`,
    [from, to],
  )
}

/** Records that a session and its memberships were used now: an unused session ends sooner. */
export async function noteUse(em: Em, sessionId: string, memberIds: readonly string[]): Promise<void> {
  await sql(em, 'update session set seen_at = now() where id = $1', [sessionId])
  await sql(em, 'update member set seen_at = now() where id = any($1::text[])', [memberIds])
}

/**
 * Ends a person's session and stops the pushes to its browser, which someone else may use now. Returns false if the person has no session
 * with this id. The caller must then announce the end: open streams go on until then.
 */
export async function endSession(em: Em, person: string, sessionId: string): Promise<boolean> {
  // Sessions come first, as when a person is deleted. Another order could deadlock.
  const ended = await sql(em, 'delete from session where person_id = $1 and id = $2 returning 1', [person, sessionId])
  await sql(em, 'delete from push_subscription where person_id = $1 and session_id = $2', [person, sessionId])
  return ended.length > 0
}

/** Ends all of a person's sessions except one, or all if that is null, and stops the pushes to their browsers. */
export async function endSessions(em: Em, person: string, exceptSession: string | null): Promise<void> {
  await sql(em, 'delete from session where person_id = $1 and id is distinct from $2', [person, exceptSession])
  await sql(em, 'delete from push_subscription where person_id = $1 and session_id is distinct from $2', [
    person,
    exceptSession,
  ])
}

/** A session as its owner sees it. */
type ListedSession = { id: string; createdAt: string; lastSeenAt: string; address: string | null; agent: string | null }

/** Lists up to 100 of a person's open sessions, last used first. */
export const listSessions = (em: Em, person: string): Promise<ListedSession[]> =>
  sql<ListedSession>(
    em,
    `select id, ${isoTimeSql('created_at')} as "createdAt", ${isoTimeSql('seen_at')} as "lastSeenAt", address, agent from session
     where person_id = $1 and not awaits_code and ends_at > now() and seen_at > now() - make_interval(mins => ${idleMinutes})
     order by seen_at desc, id limit 100`,
    [person],
  )

const hasExpired = 'expires_at < now()'
const hasEnded = `ends_at < now() or seen_at < now() - interval '${idleMinutes} minutes'`

/** Rows for housekeeping to delete: ended sessions, expired links and invitations, and sign-in attempts that no longer count. */
export const expiredAccess = [
  { table: 'session', key: 'ctid', condition: hasEnded },
  { table: 'reset_link', key: 'ctid', condition: hasExpired },
  { table: 'confirm_link', key: 'ctid', condition: hasExpired },
  { table: 'invitation', key: 'ctid', condition: hasExpired },
  { table: 'sign_in_tries', key: 'ctid', condition: `at[cardinality(at)] < now() - interval '1 hour'` },
]
