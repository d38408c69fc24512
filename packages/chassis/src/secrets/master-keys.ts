import { erasedPersonPurpose } from '@posthorn/contracts'
import { ConfigError } from '../config-error.ts'
import { checkOf, createVault, parseMasterKeys, type Vault } from '../crypto.ts'
import type { Database } from '../db/database.ts'
import { sql } from '../db/statement.ts'
import { keyName } from '../rpc/idempotency.ts'
import type { Runtime } from '../runtime.ts'
import type { Round } from '../work/loop.ts'

const batchSizeMax = 500
/** Batches per round. Kept low, so that live work isn't delayed. */
const batchesPerRound = 4
/** Delay before checking again whether everything in transit has arrived. */
const retryMs = 1_000
/** Time for which a process with earlier settings may run after the start of the one that replaces it, and use an older key. */
const replacedWithinSeconds = 60

type OlderKey = { version: string; notedAt: string; isSettled: boolean }
/** Returns where a pass begins. `retirable`: the keys to retire if it finds nothing. Empty unless the events before its mark were applied. */
const startOfPass = () => ({
  column: 0,
  after: null as string[] | null,
  found: 0,
  unread: 0,
  sinceMs: performance.now(),
  retirable: [] as OlderKey[],
})

/**
 * Creates the loop that re-encrypts everything under the current master key, one batch at a time. When a full pass finds nothing left,
 * older keys are retired and can be removed from `MASTER_KEYS`. A value that can't be decrypted delays no other, but keeps them in use.
 */
export function resealRound(columns: readonly SealedColumn[]): (runtime: Runtime) => Promise<Round> {
  let place = startOfPass()
  /**
   * End of the event stream after the last value under an older key was found. Events up to here may bring more such values, so keys retire only
   * once these are applied. Waiting for all events would never end under load.
   */
  let mark: number | undefined
  return async (runtime) => {
    const older = await olderKeys(runtime)
    if (place.column === 0 && place.after === null) {
      await runtime.db.transaction((em) => resealRoot(em, runtime.vault))
      if (older.length > 0 && runtime.bus.connected()) {
        if (await runtime.caughtUp(mark)) place.retirable = older.filter(({ isSettled }) => isSettled)
        mark ??= (await runtime.bus.stream.read()).lastSeq
      }
    }
    // A pass that may retire keys searches everything.
    const searched = columns.filter(({ large }) => !large || place.retirable.length > 0)
    for (let batch = 0; batch < batchesPerRound; batch++) {
      const column = searched[place.column]
      if (!column) break
      const { last, resealed, unread } = await resealBatch(runtime, column, place.after)
      const next = last ? { column: place.column, after: last } : { column: place.column + 1, after: null }
      place = { ...place, ...next, found: place.found + resealed, unread: place.unread + unread }
    }
    if (place.column < searched.length) return { worked: 1 }
    const { found, unread, sinceMs, retirable } = place
    place = startOfPass()
    if (found > 0) {
      mark = undefined
      await useAgain(runtime, found)
      return { worked: 1 }
    }
    if (older.length === 0 || unread > 0) return { worked: 0 }
    await retire(runtime, retirable, sinceMs)
    return { worked: 0, nextInMs: retryMs }
  }
}

/** Returns the older master keys that may still be in use. `isSettled`: whether no process may have been replaced just now. */
const olderKeys = ({ db, vault }: Runtime): Promise<OlderKey[]> =>
  sql<OlderKey>(
    db.em(),
    `select version, noted_at::text as "notedAt",
       noted_at not between now() - make_interval(secs => $2) and now() + make_interval(secs => $2) as "isSettled"
     from master_key where version <> $1 and retired_at is null`,
    [vault.current, replacedWithinSeconds],
  )

type Row = Record<string, string>

/** Re-encrypts the next batch of a column. `after`: last key of the previous batch. `last`: this batch's, or null at the end. */
async function resealBatch(
  { db, vault, log }: Runtime,
  { table, column, key, purpose }: SealedColumn,
  after: string[] | null,
): Promise<{ last: string[] | null; resealed: number; unread: number }> {
  const columns = key.join(', ')
  const beyond = after ? `and (${columns}) > (${key.map((_, i) => `$${i + 1}`).join(', ')})` : ''
  const rows = await sql<Row>(
    db.em(),
    `select ${key.map((name) => `${name}::text`).join(', ')}, ${column} as sealed from ${table}
     where ${column} is not null ${beyond} order by ${columns} limit ${batchSizeMax}`,
    after ?? [],
  )
  const keyOf = (row: Row) => key.map((name) => row[name] as string)
  let unread = 0
  const fresh = rows.flatMap((row): Row[] => {
    const was = row['sealed'] as string
    if (vault.isCurrent(was)) return []
    const ownPurpose = purpose(...keyOf(row))
    try {
      return [{ ...row, was, becomes: vault.seal(vault.openBytes(was, ownPurpose), ownPurpose) }]
    } catch (err) {
      // Each pass finds all of them again.
      if (unread === 0) log.error({ err, table, column }, 'secret.unreadable')
      unread += 1
      return []
    }
  })
  if (fresh.length > 0) {
    const names = [...key, 'was', 'becomes']
    const arrays = names.map((_, i) => `$${i + 1}::text[]`).join(', ')
    // A row changed in the meantime was re-encrypted by that change.
    await sql(
      db.em(),
      `update ${table} t set ${column} = n.n_becomes from unnest(${arrays}) as n (${names.map((name) => `n_${name}`).join(', ')})
       where ${key.map((name) => `t.${name}::text = n.n_${name}`).join(' and ')} and t.${column} = n.n_was`,
      names.map((name) => fresh.map((row) => row[name])),
    )
  }
  const last = rows.length === batchSizeMax ? rows.at(-1) : undefined
  return { last: last ? keyOf(last) : null, resealed: fresh.length, unread }
}

/** Puts all older keys back in use because a value encrypted under one has arrived. They stay in use until a pass finds no such values. */
async function useAgain({ db, vault, log }: Runtime, resealedCount: number): Promise<void> {
  await noteUse(db.em(), vault.older)
  log.info({ resealed: resealedCount, version: vault.current }, 'master_key.resealed')
}

type NotedKey = { version: string; check: string }

/** Records that keys may be in use from now on. */
const noteUse = (em: Em, keys: readonly NotedKey[]) =>
  sql(
    em,
    `insert into master_key (version, check_value) select * from unnest($1::text[], $2::text[])
     on conflict (version) do update set noted_at = now(), retired_at = null`,
    [keys.map(({ version }) => version), keys.map(({ check }) => check)],
  )

/**
 * Retires the keys that no process has noted since the pass began, if nothing that this service announced before the pass is still in
 * transit.
 */
async function retire({ db, log }: Runtime, keys: readonly OlderKey[], sinceMs: number): Promise<void> {
  if (keys.length === 0) return
  const [waiting] = await sql(
    db.em(),
    'select 1 from outbox_batch where js_seq is null and created_at < now() - make_interval(secs => $1) limit 1',
    [(performance.now() - sinceMs) / 1_000],
  )
  if (waiting) return
  const retired = await sql<{ version: string }>(
    db.em(),
    `update master_key k set retired_at = now() from unnest($1::text[], $2::timestamptz[]) as n (version, noted_at)
     where k.version = n.version and k.noted_at = n.noted_at and k.retired_at is null returning k.version`,
    [keys.map(({ version }) => version), keys.map(({ notedAt }) => notedAt)],
  )
  for (const { version } of retired) log.info({ version }, 'master_key.retired')
}

type Em = ReturnType<Database['em']>

const rootPurpose = 'root of derived keys'

/**
 * Opens a service's vault. The schema records which master keys may still be in use, and stores the encrypted root from which keys are
 * derived, so that every master key can eventually be retired.
 *
 * @throws ConfigError if a key in use is missing, or a different key has its version.
 */
export async function openVault(db: Database, masterKeys: string): Promise<Vault> {
  const keys = parseMasterKeys(masterKeys)
  const first = createVault(masterKeys)
  const root = await db.transaction(async (em) => {
    await sql(em, 'select pg_advisory_xact_lock(hashtext($1))', ['posthorn master keys'])
    await noteKeys(em, keys)
    const [kept] = await sql<{ sealed: string }>(em, 'select sealed from derivation_root')
    if (kept) return Buffer.from(first.open(kept.sealed, rootPurpose), 'base64')
    const oldest = [...keys.values()].at(-1) as Buffer
    await sql(em, 'insert into derivation_root (sealed) values ($1)', [
      first.seal(oldest.toString('base64'), rootPurpose),
    ])
    return oldest
  })
  return createVault(masterKeys, root)
}

export type StoredSecrets = { masterKeys: string; known: { version: string; check: string }[]; root: string }

/** Returns why one schema's encrypted or derived values couldn't be used by another, as after a move of a workspace; empty if they could. */
export function findSecretFaults(source: StoredSecrets, target: StoredSecrets): string[] {
  const keys = parseMasterKeys(target.masterKeys)
  const faults = source.known.flatMap(({ version, check }) => keyFaultsOf(version, check, keys.get(version)))
  if (faults.length > 0) return faults
  const [there, here] = [source, target].map(({ masterKeys, root }) => createVault(masterKeys).open(root, rootPurpose))
  return there === here
    ? []
    : ['keys are derived from another secret: the second cell must begin with the secrets of the first']
}

/** Encrypts the root again under the current key, so that the key it was encrypted with can be retired. */
async function resealRoot(em: Em, vault: Vault): Promise<void> {
  const [kept] = await sql<{ sealed: string }>(em, 'select sealed from derivation_root for update')
  if (!kept || vault.isCurrent(kept.sealed)) return
  const sealed = vault.seal(vault.open(kept.sealed, rootPurpose), rootPurpose)
  await sql(em, 'update derivation_root set sealed = $1', [sealed])
}

/**
 * Refuses settings that lack a key in use, and records the newest key and those that were ever in use: until a search of everything, a
 * process that this one replaces may have left values under them. A key that was never the newest is not in use yet.
 */
async function noteKeys(em: Em, keys: Map<string, Buffer>): Promise<void> {
  const known = await sql<NotedKey & { isRetired: boolean }>(
    em,
    'select version, check_value as check, retired_at is not null as "isRetired" from master_key',
  )
  // A retired key may be missing, but not be replaced by another one under its version.
  const checked = known.filter(({ version, isRetired }) => !isRetired || keys.has(version))
  const faults = checked.flatMap(({ version, check }) => keyFaultsOf(version, check, keys.get(version)))
  if (faults.length > 0) throw new ConfigError(`Wrong settings:\n  ${faults.join('\n  ')}`)
  // Until something is known about keys, any of them may be in use.
  const isUsed = (version: string, i: number) =>
    i === 0 || known.length === 0 || known.some((each) => each.version === version)
  const used = [...keys].filter(([version], i) => isUsed(version, i))
  await noteUse(
    em,
    used.map(([version, key]) => ({ version, check: checkOf(key) })),
  )
}

/** Returns why `MASTER_KEYS` can't replace a key in use; empty if it contains the same key. `check`: identifies the key in use. */
function keyFaultsOf(version: string, check: string, key: Buffer | undefined): string[] {
  if (!key)
    return [
      `MASTER_KEYS: lacks version ${version}, under which secrets are still sealed: put it back behind the new key until master_key.retired is logged for it`,
    ]
  return checkOf(key) === check
    ? []
    : [`MASTER_KEYS: version ${version} is another key than the one that secrets are sealed under`]
}

export type SealedColumn = {
  table: string
  column: string
  key: readonly string[]
  /** Returns the vault purpose for a row's value, given the row's key. */
  purpose: (...key: string[]) => string
  /** Whether the table has many short-lived rows. If so, the column is searched only by passes that may retire a key. */
  large?: true
}

export const chassisSealed: readonly SealedColumn[] = [
  {
    table: 'idempotency',
    column: 'body',
    key: ['workspace_id', 'route', 'key'],
    purpose: (workspace, route, key) =>
      keyName({ workspace: workspace as string, route: route as string, key: key as string }),
    large: true,
  },
  {
    table: 'erasure_job',
    column: 'sealed',
    key: ['workspace_id', 'id'],
    purpose: (_, erasure) => erasedPersonPurpose(erasure as string),
  },
]
