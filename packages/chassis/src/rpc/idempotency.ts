import { createHash, randomUUID } from 'node:crypto'
import type { EntityManager } from '@mikro-orm/postgresql'
import { Fault, keyReservedSeconds } from '@posthorn/contracts'
import { canonicalJson, type Vault } from '../crypto.ts'
import { packLightly, unpack } from '../db/packed.ts'
import { sql } from '../db/statement.ts'
import { isLockTimeout } from '../faults.ts'

/** Hours during which a response can be repeated. */
export const idempotencyHours = 48
const renewKeyMs = 1_000

export type KeyedCall = { workspace: string; route: string; key: string; fingerprint: string }

/** Returns the SHA-256 of the parsed input's canonical JSON (RFC 8785), which ignores key order and whitespace. */
export const fingerprint = (input: unknown): string =>
  createHash('sha256').update(canonicalJson(input)).digest('base64url')

type KeyState = { state: 'new' } | { state: 'replay'; body: unknown } | { state: 'refused'; fault: Fault }

/**
 * Name of a call's key, for locks and for calls that are running. Also the vault purpose of its stored response, which is sealed because it
 * may contain values shown only once, such as an API key. Releases that run together must agree on it.
 */
export function keyName({ workspace, route, key }: Pick<KeyedCall, 'workspace' | 'route' | 'key'>): string {
  return `answer ${workspace} ${route} ${key}`
}

/** Serializes calls with the same key: the second sees the first's result, or `idempotency:in_flight` after `lock_timeout`. */
export async function takeTurn(em: EntityManager, call: KeyedCall): Promise<void> {
  const lock = sql(em, 'select pg_advisory_xact_lock(hashtextextended($1, 0))', [keyName(call)])
  await lock.catch((err: unknown) => {
    throw isLockTimeout(err) ? new Fault('idempotency:in_flight', { cause: err }) : err
  })
}

type KeyRow = { place: number; has_turn: boolean; fingerprint: string | null; body: string | null }

/** Returns what is known about each call's key, without locking the key. */
export const lookUp = async (em: EntityManager, calls: KeyedCall[], vault: Vault): Promise<KeyState[]> =>
  rowsOfKeys(em, calls, 'true').then((rows) => knownKeys(calls, rows, vault))

/** Like `lookUp`, and locks each new key, with `takeTurn`'s lock. It doesn't wait: a key locked by another is `in_flight`. */
export async function lookUpInTurn(
  em: EntityManager,
  calls: KeyedCall[],
  vault: Vault,
): Promise<(KeyState | { state: 'in_flight' })[]> {
  const rows = await rowsOfKeys(em, calls, 'pg_try_advisory_xact_lock(hashtextextended(k.name, 0))')
  return knownKeys(calls, rows, vault).map((known, place) =>
    known.state === 'new' && !rows[place]?.has_turn ? { state: 'in_flight' } : known,
  )
}

/** Reads what is stored for each call's key, in the order of the calls. `hasTurn`: SQL for whether this transaction may use the key. */
async function rowsOfKeys(em: EntityManager, calls: KeyedCall[], hasTurn: string): Promise<KeyRow[]> {
  if (calls.length === 0) return []
  const rows = await sql<KeyRow>(
    em,
    `select k.place::int, ${hasTurn} as has_turn, i.fingerprint, i.body
     from unnest($1::text[], $2::text[], $3::text[], $4::text[])
       with ordinality as k (workspace_id, route, key, name, place)
     left join idempotency i on i.workspace_id = k.workspace_id and i.route = k.route and i.key = k.key
       and i.created_at > now() - make_interval(hours => $5)`,
    [
      calls.map(({ workspace }) => workspace),
      calls.map(({ route }) => route),
      calls.map(({ key }) => key),
      calls.map(keyName),
      idempotencyHours,
    ],
  )
  return rows.sort((one, other) => one.place - other.place)
}

/**
 * Reserves a key for a call that is prepared outside a transaction, so that no process prepares it twice. Fails with `idempotency:in_flight`
 * while another call has the key. Returns a token, which takes the fingerprint's place in the key's row.
 */
async function reserveKey(em: EntityManager, { workspace, route, key }: KeyedCall): Promise<string> {
  const token = randomUUID()
  const reserved = await sql(
    em,
    `insert into idempotency as i (workspace_id, route, key, fingerprint) values ($1, $2, $3, $4)
     on conflict (workspace_id, route, key) do update set fingerprint = excluded.fingerprint, body = null, created_at = now()
       where i.created_at <= now() - make_interval(hours => $5)
         or (i.body is null and i.created_at <= now() - make_interval(secs => $6))
     returning 1`,
    [workspace, route, key, token, idempotencyHours, keyReservedSeconds],
  )
  if (reserved.length === 0) throw new Fault('idempotency:in_flight')
  return token
}

/** Matches a key's row while it is reserved with this token: not once a response has been stored for the key. */
const isReserved = 'workspace_id = $1 and route = $2 and key = $3 and fingerprint = $4 and body is null'
const renewKey = `update idempotency set created_at = now() where ${isReserved}`
const releaseKey = `delete from idempotency where ${isReserved}`

type ReservedOptions = {
  /** Runs a statement with access to the call's workspace. */
  scoped<T>(statement: (em: EntityManager) => Promise<T>): Promise<T>
  /** Called if the reservation could not be renewed or released. The call continues. */
  onError(err: unknown): void
}

/**
 * Reserves a call's key, renews the reservation while `work` runs, and releases it if `work` fails; otherwise, `work` has stored a response. One
 * that isn't renewed was left by a dead process.
 */
export async function whileReserved<T>(call: KeyedCall, work: () => Promise<T>, opts: ReservedOptions): Promise<T> {
  const token = await opts.scoped((em) => reserveKey(em, call))
  const change = (statement: string) =>
    opts
      .scoped((em) => sql(em, statement, [call.workspace, call.route, call.key, token]))
      .catch((err: unknown) => opts.onError(err))
  let renewal: Promise<unknown> | undefined
  const renew = () => {
    renewal ??= change(renewKey).finally(() => {
      renewal = undefined
    })
  }
  const renewing = setInterval(renew, renewKeyMs)
  try {
    return await work()
  } catch (err) {
    await change(releaseKey)
    throw err
  } finally {
    clearInterval(renewing)
  }
}

/**
 * Returns what each call's stored row means: the key is new, the call is a repetition, or it is refused, because its key belongs to a different
 * request or this process can't read the response.
 */
const knownKeys = (calls: KeyedCall[], rows: KeyRow[], vault: Vault): KeyState[] =>
  calls.map((call, place) => {
    const { fingerprint: earlier = null, body = null } = rows[place] ?? {}
    if (earlier === null || body === null) return { state: 'new' }
    if (earlier !== call.fingerprint) return { state: 'refused', fault: new Fault('idempotency:key_reused') }
    try {
      return { state: 'replay', body: JSON.parse(unpack(vault.openBytes(body, keyName(call)))) as unknown }
    } catch (cause) {
      // A process of a newer release, or one with a newer master key, may have stored it and can repeat it.
      return { state: 'refused', fault: new Fault('service:unavailable', { cause }) }
    }
  })

/** Thrown if another transaction stored a response for one of these keys first: roll back and look it up again. */
export class KeyTaken extends Error {
  override readonly name = 'KeyTaken'
}

/**
 * Stores responses in the transaction of their effects. Waits up to `lock_timeout` for a concurrent transaction with the same key, and throws
 * `KeyTaken` if that one commits. Replaces an expired row, and the one that reserved the key while the call was prepared.
 */
export async function store(
  em: EntityManager,
  answers: (KeyedCall & { body: unknown })[],
  vault: Vault,
): Promise<void> {
  if (answers.length === 0) return
  const stored = await sql(
    em,
    `insert into idempotency as i (workspace_id, route, key, fingerprint, body)
     select * from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[])
     on conflict (workspace_id, route, key) do update
       set fingerprint = excluded.fingerprint, body = excluded.body, created_at = now()
       where i.body is null or i.created_at <= now() - make_interval(hours => $6)
     returning 1`,
    [
      answers.map((a) => a.workspace),
      answers.map((a) => a.route),
      answers.map((a) => a.key),
      answers.map((a) => a.fingerprint),
      answers.map((a) => vault.seal(packLightly(JSON.stringify(a.body)), keyName(a))),
      idempotencyHours,
    ],
  )
  if (stored.length !== answers.length) throw new KeyTaken()
}
