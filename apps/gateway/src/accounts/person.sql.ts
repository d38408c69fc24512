import { inTransaction, type Runtime, sql, type Tx, type VerbContext } from '@posthorn/chassis'
import type { Id, PhoneCountries } from '@posthorn/contracts'

/** SQL that selects the countries that workspace `w` assumes for phone numbers in national format. */
const countriesColumn = `jsonb_build_object('within', w.settings->'country', 'numbers', coalesce((
  select jsonb_object_agg(n.number_id, n.country) from number_country n
  where n.workspace_id = w.workspace_id and n.country is not null), '{}'))`

/** Returns the countries that a workspace assumes for phone numbers without a country code. */
export async function countriesOf(em: Parameters<typeof sql>[0], workspace: string): Promise<PhoneCountries> {
  const statement = `select ${countriesColumn} as countries from workspace w where w.workspace_id = $1`
  const [row] = await sql<{ countries: PhoneCountries }>(em, statement, [workspace])
  return row?.countries ?? { within: null }
}

type Em = Parameters<typeof sql>[0]

export type Person = {
  id: string
  email: string
  name: string
  passwordHash: string | null
  /** Encrypted secret of the second factor, if there is one. */
  secondFactor: string | null
  hasSecondFactor: boolean
  isOperator: boolean
  /** Whether the address is confirmed, by mail or by an operator. */
  isProven: boolean
  getsDigest: boolean
}

const columns = `p.id, p.email, p.name, p.password_hash as "passwordHash", p.second_factor as "secondFactor",
  p.second_factor_since is not null as "hasSecondFactor", p.operator_since is not null as "isOperator",
  p.proven_at is not null as "isProven", p.gets_digest as "getsDigest"`

/** Finds the people who use an address, which is in lower case, first the one who confirmed it. Others may have entered it earlier, in their own workspace. */
export const peopleByEmail = (em: Em, email: string): Promise<Person[]> =>
  sql<Person>(em, `select ${columns} from person p where email = $1 order by proven_at is null, created_at, id`, [
    email,
  ])

/** Returns the person to whom an address belongs: the one who confirmed it, otherwise the only one who uses it. */
export const ownerOf = ([first, ...more]: readonly Person[]): Person | undefined =>
  first && (first.isProven || more.length === 0) ? first : undefined

/** Finds a person in the whole installation. */
export async function personById(em: Em, id: string): Promise<Person | undefined> {
  const [found] = await sql<Person>(em, `select ${columns} from person p where id = $1`, [id])
  return found
}

/**
 * Adds a person. Calls for the same address run one at a time. Removes people who never confirmed the address, aren't operators, and no longer
 * belong to a workspace. Returns false, without changes, if someone not in `seen` entered the address in the meantime.
 */
export async function addPerson(
  em: Em,
  person: Pick<Person, 'id' | 'email' | 'name' | 'passwordHash'>,
  seen: readonly string[],
): Promise<boolean> {
  const { id, email, name, passwordHash } = person
  await lockAddress(em, email)
  if ((await peopleByEmail(em, email)).some((other) => !seen.includes(other.id))) return false
  await sql(
    em,
    `delete from person p where p.email = $1 and p.proven_at is null and p.operator_since is null
       and not exists (select 1 from member m where m.person_id = p.id)`,
    [email],
  )
  const statement = 'insert into person (id, email, name, password_hash) values ($1, $2, $3, $4)'
  await sql(em, statement, [id, email, name, passwordHash])
  return true
}

/**
 * Makes transactions that enter or confirm an address run one at a time. Each then sees what the earlier ones did: two links with the same
 * password make one person, and a second confirmation is refused. Call it before a transaction locks rows of people who use the address:
 * `addPerson` deletes them.
 */
export async function lockAddress(em: Em, email: string): Promise<void> {
  await sql(em, 'select pg_advisory_xact_lock(hashtextextended($1, 0))', [`person ${email}`])
}

/** Confirms a person's address, which `lockAddress` has locked. Returns false if someone else has already confirmed it. */
export async function proveAddress(em: Em, { id }: Pick<Person, 'id'>): Promise<boolean> {
  const statement = `update person p set proven_at = coalesce(proven_at, now()) where id = $1
     and not exists (select 1 from person o where o.email = p.email and o.id <> p.id and o.proven_at is not null) returning 1`
  return (await sql(em, statement, [id])).length > 0
}

/** A person as operators see them. */
export type ListedPerson = {
  id: Id<'per'>
  name: string
  email: string
  proven: boolean
  twoFactor: boolean
  operator: boolean
  workspaces: { id: Id<'ws'>; name: string; role: Membership['role'] }[]
}

/** Returns what operators see of a person, with the workspaces where they are an active member. */
export async function describePerson(em: Em, person: Person): Promise<ListedPerson> {
  const { id, name, email, isProven: proven, hasSecondFactor: twoFactor, isOperator: operator } = person
  const memberships = await membershipsOf(em, id)
  const workspaces = memberships.map(({ workspace, workspaceName, role }) => ({
    id: workspace as Id<'ws'>,
    name: workspaceName,
    role,
  }))
  return { id: id as Id<'per'>, name, email, proven, twoFactor, operator, workspaces }
}

/**
 * Sets a new password, and invalidates existing reset links. They come first, because using one locks it before the person. The caller ends
 * the person's other sessions.
 */
export async function setPassword(em: Em, personId: string, hash: string): Promise<void> {
  await sql(em, 'delete from reset_link where person_id = $1', [personId])
  await sql(em, 'update person set password_hash = $2 where id = $1', [personId, hash])
}

/** An authenticator app's encrypted secret, the time step of a code that was used, and the hashes of recovery codes. */
type SecondFactor = { sealed: string; step: number; codeHashes: string[] }

/** Activates a second factor. Returns false, without changes, if one is active already. */
export async function beginSecondFactor(em: Em, personId: string, begun: SecondFactor): Promise<boolean> {
  const { sealed, step, codeHashes } = begun
  const statement = `update person set second_factor = $2, second_factor_since = now(), last_step = $3
     where id = $1 and second_factor_since is null returning 1`
  if ((await sql(em, statement, [personId, sealed, step])).length === 0) return false
  await sql(em, 'insert into recovery_code (person_id, code_hash) select $1, unnest($2::text[])', [
    personId,
    codeHashes,
  ])
  return true
}

/** Removes a person's second factor and recovery codes. */
export async function endSecondFactor(em: Em, personId: string): Promise<void> {
  await sql(em, 'update person set second_factor = null, second_factor_since = null, last_step = null where id = $1', [
    personId,
  ])
  await sql(em, 'delete from recovery_code where person_id = $1', [personId])
}

/** Marks a code's time step as used, so that a code works only once. Returns false if this step or a later one was already used. */
export async function useStep(em: Em, personId: string, step: number): Promise<boolean> {
  const statement =
    'update person set last_step = $2 where id = $1 and (last_step is null or last_step < $2) returning 1'
  return (await sql(em, statement, [personId, step])).length > 0
}

/** Uses a recovery code. Returns false if the person has no such code. Locks the person first, as any change of codes does, against deadlocks. */
export async function useRecoveryCode(em: Em, personId: string, codeHash: string): Promise<boolean> {
  const statement = `with owner as (select id from person where id = $1 for no key update)
    delete from recovery_code where person_id = (select id from owner) and code_hash = $2 returning 1`
  return (await sql(em, statement, [personId, codeHash])).length > 0
}

/** Counts the recovery codes that a person has not used yet. */
export async function countRecoveryCodes(em: Em, personId: string): Promise<number> {
  const [row] = await sql<{ count: number }>(
    em,
    'select count(*)::int as count from recovery_code where person_id = $1',
    [personId],
  )
  return row?.count ?? 0
}

/** A person's workspace and their role in it. */
export type Membership = {
  workspace: string
  workspaceName: string
  countries: PhoneCountries
  member: string
  name: string
  role: 'viewer' | 'agent' | 'admin' | 'owner'
  numbers: string[] | null
  /** Whether the last use of this workspace was recorded more than a minute ago, or never. */
  isSeenAtOld: boolean
}

/** Lists the workspaces in which a person is an active member, by name. */
export const membershipsOf = (em: Em, person: string): Promise<Membership[]> =>
  sql<Membership>(
    em,
    `select m.workspace_id as workspace, w.name as "workspaceName", ${countriesColumn} as countries, m.id as member, m.name, m.role, m.numbers,
       m.seen_at is null or m.seen_at < now() - interval '1 minute' as "isSeenAtOld"
     from member m join workspace w on w.workspace_id = m.workspace_id
     where m.person_id = $1 and m.disabled_at is null order by w.name, w.workspace_id`,
    [person],
  )

/**
 * Records what an operator did to a person in the audit log of each of the person's workspaces. The auditor of verbs records nothing here: an
 * operator's call names no workspace, and these verbs change no row of one.
 */
export async function recordForPerson(
  { em, emit, call }: Pick<VerbContext, 'em' | 'emit' | 'call'>,
  { operation, person, given = {} }: { operation: string; person: string; given?: Record<string, boolean> },
): Promise<void> {
  const { actor, requestId } = call
  for (const { workspace, member } of await membershipsOf(em, person)) {
    const data = {
      actor: { ...actor, name: actor.name ?? null },
      service: 'gateway',
      operation,
      target: member,
      ip: call.ip ?? null,
      requestId,
      given,
      changes: [],
      truncated: false,
    }
    emit({ kind: 'audit:recorded', workspace, data, aggregate: { id: requestId, version: 1 } })
  }
}

/** Returns those of these people who have an active second factor. */
export async function withSecondFactor(em: Em, people: readonly string[]): Promise<Set<string>> {
  const statement = 'select id from person where id = any($1::text[]) and second_factor_since is not null'
  return new Set((await sql<{ id: string }>(em, statement, [people])).map(({ id }) => id))
}

/** Runs queries that concern more than one workspace, such as about a person, each in its own transaction. Other queries see only one. */
export const acrossWorkspaces = <T>({ db }: Pick<Runtime, 'db'>, work: (em: Em) => Promise<T>): Promise<T> =>
  db.withScope('all', () => work(db.em()))

/** Changes a person's data in all of their workspaces, and publishes the events in the same transaction. */
export const changeAcrossWorkspaces = <T>(runtime: Runtime, work: (tx: Tx) => Promise<T>): Promise<T> =>
  runtime.db.withScope('all', () => inTransaction(runtime, work))

type ResetLink = {
  person: string
  tokenHash: string
  endsSecondFactor: boolean
  /** Whether the link was mailed, so that using it confirms the address. */
  isMailed: boolean
  expiresAt: Date
}

/** Adds a password reset link. It replaces an earlier mailed link. An operator's link stays valid, because anyone can request a mail. */
export async function addResetLink(em: Em, link: ResetLink): Promise<void> {
  const { person, tokenHash, endsSecondFactor, isMailed, expiresAt } = link
  await sql(em, 'delete from reset_link where person_id = $1 and is_mailed and $2', [person, isMailed])
  const statement = `insert into reset_link (token_hash, person_id, ends_second_factor, is_mailed, expires_at)
     values ($1, $2, $3, $4, $5)`
  await sql(em, statement, [tokenHash, person, endsSecondFactor, isMailed, expiresAt])
}

/** Whether the person behind this member has access to another workspace. If not, their sessions end with it. Runs in `acrossWorkspaces`. */
export async function belongsElsewhere(em: Em, workspace: string, member: string): Promise<boolean> {
  const found = await sql(
    em,
    `select 1 from member m join member other on other.person_id = m.person_id
     where m.workspace_id = $1 and m.id = $2 and other.workspace_id <> $1 and other.disabled_at is null limit 1`,
    [workspace, member],
  )
  return found.length > 0
}
