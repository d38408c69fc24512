import { createHash } from 'node:crypto'
import type { EntityManager } from '@mikro-orm/postgresql'
import { Fault } from '@posthorn/contracts'
import { canonicalJson, type Vault } from '../crypto.ts'
import { sql } from '../db/sql.ts'

/** How long an answer can be repeated. */
export const idempotencyHours = 48

/** A call that carries an Idempotency-Key: its scope and the fingerprint of its input. */
export type KeyedCall = { workspace: string; route: string; key: string; fingerprint: string }

/** SHA-256 over the canonical JSON (RFC 8785) of the parsed input: key order and spacing do not matter. */
export function fingerprint(input: unknown): string {
  return createHash('sha256').update(canonicalJson(input)).digest('base64url')
}

/** What is known of a keyed call: nothing, an answer to repeat, or a refusal because the body differs. */
export type Known = { state: 'new' } | { state: 'replay'; body: unknown } | { state: 'refused'; fault: Fault }

/** Answers may hold what is shown only once, such as an API key: they are stored encrypted, each for its own place. */
export function idempotencyPurpose({ workspace, route, key }: Pick<KeyedCall, 'workspace' | 'route' | 'key'>): string {
  return `answer ${workspace} ${route} ${key}`
}

/**
 * Lets calls with one key run one after the other: what the first has done, the second must not meet as a stranger's. Waits at most
 * `lock_timeout`, which then says that the first is still running.
 */
export async function takeTurn(em: EntityManager, call: KeyedCall): Promise<void> {
  await sql(em, 'select pg_advisory_xact_lock(hashtextextended($1, 0))', [idempotencyPurpose(call)])
}

/** Looks up earlier answers for keyed calls, in their order. */
export async function lookUp(em: EntityManager, calls: KeyedCall[], vault: Vault): Promise<Known[]> {
  if (calls.length === 0) return []
  const rows = await sql<{ place: number; fingerprint: string; body: string }>(
    em,
    `select k.place::int, i.fingerprint, i.body
     from unnest($1::text[], $2::text[], $3::text[]) with ordinality as k (workspace_id, route, key, place)
     join idempotency i using (workspace_id, route, key)
     where i.created_at > now() - make_interval(hours => $4)`,
    [calls.map((c) => c.workspace), calls.map((c) => c.route), calls.map((c) => c.key), idempotencyHours],
  )
  const byPlace = new Map(rows.map((row) => [row.place - 1, row]))
  return calls.map((call, place) => {
    const row = byPlace.get(place)
    if (!row) return { state: 'new' }
    if (row.fingerprint !== call.fingerprint) return { state: 'refused', fault: new Fault('idempotency:key_reused') }
    return { state: 'replay', body: JSON.parse(vault.open(row.body, idempotencyPurpose(call))) as unknown }
  })
}

/** Thrown when another transaction stored an answer for one of these keys first: roll back and look again. */
export class KeyTaken extends Error {
  override readonly name = 'KeyTaken'
}

/**
 * Stores answers with the effect, in its transaction. A concurrent transaction with the same key makes this wait for its commit
 * (at most `lock_timeout`) and then throws `KeyTaken`. An expired row is replaced.
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
       where i.created_at <= now() - make_interval(hours => $6)
     returning 1`,
    [
      answers.map((a) => a.workspace),
      answers.map((a) => a.route),
      answers.map((a) => a.key),
      answers.map((a) => a.fingerprint),
      answers.map((a) => vault.seal(JSON.stringify(a.body), idempotencyPurpose(a))),
      idempotencyHours,
    ],
  )
  if (stored.length !== answers.length) throw new KeyTaken()
}
