import { createHmac } from 'node:crypto'
import { isoTimeSql, sql, type Tx } from '@posthorn/chassis'
import { fail, type Role } from '@posthorn/contracts'
import {
  acrossWorkspaces,
  changeAcrossWorkspaces,
  ownerOf,
  type Person,
  peopleByEmail,
} from '../../accounts/person.sql.ts'
import type { GatewayRuntime } from '../../deps.ts'
import type { Exchange } from '../../rest/exchange.ts'
import { isKnownBrowser, recordSession } from '../sessions/session.sql.ts'
import { browserMarkOf } from '../sessions/token.ts'

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

type Granted = Pick<SignInLink, 'role' | 'numbers'>

/** Uses an invitation. Returns what it grants now, or undefined if it was used or withdrawn in the meantime. */
export async function useInvitation(em: Em, tokenHash: string): Promise<Granted | undefined> {
  const statement = 'delete from invitation where token_hash = $1 returning role, numbers'
  const [used] = await sql<Granted>(em, statement, [tokenHash])
  return used
}

/** Uses a password reset link that `findLink` has found valid. Returns false if it was used meanwhile. */
export const useResetLink = async (em: Em, tokenHash: string): Promise<boolean> =>
  (await sql(em, 'delete from reset_link where token_hash = $1 returning 1', [tokenHash])).length > 0

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

/** Number of minutes for which an attempt counts. */
const windowMinutes = 15

/** Result of counting an attempt: allowed, or the seconds to wait. */
type Try = { allowed: boolean; retryAfterSeconds: number }

/**
 * Counts an attempt under this name, unless there are already `triesMax` in the window. Atomic, even if many attempts arrive at once. Forgets
 * attempts outside the window, and those in the future, which are from before the clock was set back.
 */
async function countTry(em: Em, name: string, triesMax: number): Promise<Try> {
  const [row] = await sql<{ taken: boolean; wait: number }>(
    em,
    `insert into sign_in_tries as t (name, at, taken) values ($1, array[clock_timestamp()], true)
     on conflict (name) do update set (at, taken) = (
       select case when cardinality(r.recent) < $2 then r.recent || clock_timestamp() else r.recent end, cardinality(r.recent) < $2
       from (select array(select u from unnest(t.at) u
         where u between clock_timestamp() - make_interval(mins => ${windowMinutes}) and clock_timestamp() order by u) as recent) r
     )
     returning taken, extract(epoch from at[1] + make_interval(mins => ${windowMinutes}) - clock_timestamp())::float8 as wait`,
    [name, triesMax],
  )
  return { allowed: row?.taken ?? false, retryAfterSeconds: Math.max(1, Math.ceil(row?.wait ?? 1)) }
}

/** Forgets the attempts under this name after one that succeeded. */
async function clearTries(em: Em, name: string): Promise<void> {
  await sql(em, 'delete from sign_in_tries where name = $1', [name])
}

/** Takes back the last attempt under this name, because it succeeded or could not be checked. Earlier attempts still count. */
async function takeBackTry(em: Em, name: string): Promise<void> {
  await sql(em, 'delete from sign_in_tries where name = $1 and cardinality(at) = 1', [name])
  const shorten = 'update sign_in_tries set at = at[1:cardinality(at) - 1] where name = $1 and cardinality(at) > 1'
  await sql(em, shorten, [name])
}

/**
 * An email address and password that someone entered. `person`: accept only this person among those who use the address. `joining`: the input
 * includes a name, so a password that matches no one creates a new person. Such attempts are counted separately, even if they succeed.
 */
type Claim = { email: string; password: string; person?: string; joining?: boolean }

/** Returns the person with this address and password. Fails with `sign_in:refused` for everyone else, and records it for the owner. */
export async function provePerson(runtime: GatewayRuntime, exchange: Exchange, claim: Claim): Promise<Person> {
  const found = await findPerson(runtime, exchange, claim)
  if ('person' in found) return found.person
  // If several people use the address without confirming it, we can't tell who is signing in.
  const refused = ownerOf(found.people)
  if (refused)
    await changeAcrossWorkspaces(runtime, (tx) =>
      recordSession(tx, exchange, { operation: 'session.refused', person: refused.id }),
    )
  return fail('sign_in:refused')
}

/** The person with this address and password. Otherwise, those who use the address, and a function that takes back the network's attempt. */
type Proof = { person: Person } | { people: Person[]; takeBack(): Promise<void> }

/**
 * Finds the person with this address and password. Counts attempts before hashing, and fails beyond the limit. A browser in which people
 * have signed in before has a separate limit for them, so that others can't exhaust it. For other people with the same address, the usual
 * limit applies.
 */
export async function findPerson(
  runtime: GatewayRuntime,
  exchange: Exchange,
  { email, password, person: only, joining = false }: Claim,
): Promise<Proof> {
  const all = await acrossWorkspaces(runtime, (em) => peopleByEmail(em, email))
  const people = only === undefined ? all : all.filter(({ id }) => id === only)
  const ofNetwork = tryNameOf(runtime, `network ${exchange.network}`)
  await countOrRefuse(runtime, ofNetwork, triesOfNetworkMax)
  const takeBack = () => acrossWorkspaces(runtime, (em) => takeBackTry(em, ofNetwork))
  const groups = joining
    ? [{ candidates: people, tries: tryNameOf(runtime, `join ${email}`) }]
    : attemptGroupsOf(runtime, exchange, email, people)
  for (const { candidates, tries } of groups) {
    await countOrRefuse(runtime, tries, triesOfPersonMax)
    const person = await withPassword(runtime, candidates, password, async () => {
      await acrossWorkspaces(runtime, (em) => takeBackTry(em, tries))
      await takeBack()
    })
    if (!person) continue
    // Other people with the same address must not clear these attempts.
    if (!joining)
      await acrossWorkspaces(runtime, (em) => (candidates.length > 1 ? takeBackTry(em, tries) : clearTries(em, tries)))
    await takeBack()
    return { person }
  }
  return { people, takeBack }
}

/** People whose passwords are compared, and the name that the attempt counts under. */
type AttemptGroup = { candidates: Person[]; tries: string }

/** Returns the people whose passwords are compared, and the name to count each attempt under. */
function attemptGroupsOf(runtime: GatewayRuntime, exchange: Exchange, email: string, people: Person[]): AttemptGroup[] {
  const known = people.filter(({ id }) => isKnownBrowser(runtime, exchange, id))
  const others = people.filter((person) => !known.includes(person))
  const ofBrowser = { candidates: known, tries: tryNameOf(runtime, `browser ${browserMarkOf(exchange)}`) }
  const ofAddress = { candidates: others, tries: tryNameOf(runtime, `account ${email}`) }
  if (known.length === 0) return [ofAddress]
  return others.length === 0 ? [ofBrowser] : [ofBrowser, ofAddress]
}

/**
 * Returns the first of these people whose password matches. Hashes even if there is no one, so that timing reveals nothing. `onUnchecked`:
 * called before it fails if no password was compared. A later failure still counts as a guess.
 */
async function withPassword(
  { deps }: GatewayRuntime,
  [first, ...others]: readonly Person[],
  password: string,
  onUnchecked: () => Promise<void>,
): Promise<Person | undefined> {
  const isFirst = await deps.passwords.isRight(password, first?.passwordHash ?? null).catch(async (err: unknown) => {
    await onUnchecked()
    throw err
  })
  if (isFirst) return first
  for (const person of others) if (await deps.passwords.isRight(password, person.passwordHash)) return person
  return undefined
}

/** Maximum number of attempts in fifteen minutes per person (whether or not they exist) and per IP address, of IPv6 per network. */
const triesOfPersonMax = 5
const triesOfNetworkMax = 20
/** Maximum number of mails of one kind per address, and of mailed invitations per workspace, in fifteen minutes. */
const mailsMax = 3
const invitationsMax = 100

/** Counts an attempt to enter a code, before the code is checked, so that no one can try all of them. Fails beyond the limit. */
export async function countCodeTry(runtime: GatewayRuntime, personId: string): Promise<void> {
  await countOrRefuse(runtime, tryNameOf(runtime, `code ${personId}`), triesOfPersonMax)
}

/** Forgets the attempts to enter a code after a correct one. */
export async function clearCodeTries(em: Em, runtime: GatewayRuntime, personId: string): Promise<void> {
  await clearTries(em, tryNameOf(runtime, `code ${personId}`))
}

/** Counts a request from this network with a reset link, or to the identity provider, so that no one can try many. Fails beyond the limit. */
export async function countLinkTry(runtime: GatewayRuntime, { network }: Exchange): Promise<void> {
  await countOrRefuse(runtime, tryNameOf(runtime, `link ${network}`), triesOfNetworkMax)
}

/** Takes back the last request that `countLinkTry` counted from this network, because it succeeded. */
export async function takeBackLinkTry(runtime: GatewayRuntime, { network }: Exchange): Promise<void> {
  await acrossWorkspaces(runtime, (em) => takeBackTry(em, tryNameOf(runtime, `link ${network}`)))
}

/** Returns the name to count attempts under. Its HMAC reveals neither the email address, nor the network, nor the person. */
const tryNameOf = ({ vault }: GatewayRuntime, subject: string): string =>
  createHmac('sha256', vault.derive('sign-in tries')).update(subject).digest('base64url')

/** Counts an attempt under this name. Fails with `rate:limited` if there are already `triesMax` in the window. */
async function countOrRefuse(runtime: GatewayRuntime, name: string, triesMax: number): Promise<void> {
  const { allowed, retryAfterSeconds } = await acrossWorkspaces(runtime, (em) => countTry(em, name, triesMax))
  if (!allowed) fail('rate:limited', { retryAfter: retryAfterSeconds })
}

/** Counts a mail requested without a session. Fails beyond the limit. The result doesn't depend on who has the address. */
export async function countAskedMail(runtime: GatewayRuntime, { network }: Exchange, email: string): Promise<void> {
  await countOrRefuse(runtime, tryNameOf(runtime, `mails from ${network}`), triesOfNetworkMax)
  await countOrRefuse(runtime, tryNameOf(runtime, `reset mail ${email}`), mailsMax)
}

/** Counts a mail with a confirmation link. Anyone can enter an address, so its owner gets only a few. */
export const countConfirmMail = (em: Tx['em'], runtime: GatewayRuntime, email: string): Promise<Try> =>
  countTry(em, tryNameOf(runtime, `confirm mail ${email}`), mailsMax)

/** Counts a mailed invitation. Returns false if the address or workspace has reached its limit. */
export async function mayMailInvitation(
  em: Tx['em'],
  runtime: GatewayRuntime,
  { email, workspace }: { email: string; workspace: string },
): Promise<boolean> {
  const ofAddress = await countTry(em, tryNameOf(runtime, `invitation mail ${email}`), mailsMax)
  return (
    ofAddress.allowed && (await countTry(em, tryNameOf(runtime, `invitations of ${workspace}`), invitationsMax)).allowed
  )
}
