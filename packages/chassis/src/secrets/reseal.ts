import type { Vault } from '../crypto.ts'
import { sql } from '../db/sql.ts'
import type { Runtime } from '../runtime.ts'
import type { Round } from '../work/loop.ts'
import { resealRoot, type SealedColumn } from './master-keys.ts'

const batchSizeMax = 500
/** Batches per round. Kept low, so that live work isn't delayed. */
const batchesPerRound = 4
/** Delay before checking again whether everything in transit has arrived. */
const retryMs = 1_000

type ResealCursor = { column: number; after: string[] | null; found: number; sinceMs: number }
const start = (): ResealCursor => ({ column: 0, after: null, found: 0, sinceMs: Date.now() })

/**
 * Creates the loop that re-encrypts everything under the current master key, one batch at a time. When a full pass finds nothing left,
 * older keys are retired and can be removed from `MASTER_KEYS`.
 */
export function resealRound(columns: readonly SealedColumn[]): (runtime: Runtime) => Promise<Round> {
  let place = start()
  /** Whether a full pass found nothing. Data in transit may have arrived since. */
  let clean = false
  return async (runtime) => {
    const older = await olderKeys(runtime)
    const looked = columns.filter(({ large }) => !large || (older.length > 0 && !clean))
    if (place.column === 0 && place.after === null) await runtime.db.transaction((em) => resealRoot(em, runtime.vault))
    for (let batch = 0; batch < batchesPerRound; batch++) {
      const column = looked[place.column]
      if (!column) break
      const { last, resealed } = await resealBatch(runtime, column, place.after)
      const found = place.found + resealed
      const next = last ? { column: place.column, after: last } : { column: place.column + 1, after: null }
      place = { ...place, ...next, found }
    }
    if (place.column < looked.length) return { worked: 1 }
    const { found, sinceMs } = place
    place = start()
    clean = found === 0
    if (!clean) await useAgain(runtime, found)
    if (!clean || older.length === 0) return { worked: clean ? 0 : 1 }
    return (await retire(runtime, older, sinceMs)) ? { worked: 0 } : { worked: 0, nextInMs: retryMs }
  }
}

async function olderKeys({ db, vault }: Runtime): Promise<string[]> {
  const rows = await sql<{ version: string }>(db.em(), 'select version from master_key where version <> $1', [
    vault.current,
  ])
  return rows.map(({ version }) => version)
}

type Row = Record<string, string>

async function resealBatch(
  { db, vault }: Runtime,
  { table, column, key, purpose }: SealedColumn,
  after: string[] | null,
): Promise<{ last: string[] | null; resealed: number }> {
  const columns = key.join(', ')
  const beyond = after ? `and (${columns}) > (${key.map((_, i) => `$${i + 1}`).join(', ')})` : ''
  const rows = await sql<Row>(
    db.em(),
    `select ${key.map((name) => `${name}::text`).join(', ')}, ${column} as sealed from ${table}
     where ${column} is not null ${beyond} order by ${columns} limit ${batchSizeMax}`,
    after ?? [],
  )
  const keyOf = (row: Row) => key.map((name) => row[name] as string)
  const old = rows.filter((row) => !vault.isCurrent(row['sealed'] as string))
  if (old.length > 0) {
    const fresh = old.map((row) => anew(vault, row['sealed'] as string, purpose(...keyOf(row))))
    const values = [...key.map((name) => old.map((row) => row[name])), old.map((row) => row['sealed']), fresh]
    const arrays = values.map((_, i) => `$${i + 1}::text[]`).join(', ')
    const names = [...key, 'was', 'becomes'].map((name) => `n_${name}`)
    // A row changed in the meantime was re-encrypted by that change.
    await sql(
      db.em(),
      `update ${table} t set ${column} = n.n_becomes from unnest(${arrays}) as n (${names.join(', ')})
       where ${key.map((name) => `t.${name}::text = n.n_${name}`).join(' and ')} and t.${column} = n.n_was`,
      values,
    )
  }
  const last = rows.length === batchSizeMax ? rows.at(-1) : undefined
  return { last: last ? keyOf(last) : null, resealed: old.length }
}

function anew(vault: Vault, sealed: string, purpose: string): string {
  return vault.seal(vault.openBytes(sealed, purpose), purpose)
}

/** Puts an older key back in use because a value encrypted under it has arrived. It stays in use until a pass finds no such values. */
async function useAgain({ db, vault, log }: Runtime, found: number): Promise<void> {
  await sql(
    db.em(),
    'insert into master_key (version, check_value) select * from unnest($1::text[], $2::text[]) on conflict do nothing',
    [vault.older.map(({ version }) => version), vault.older.map(({ check }) => check)],
  )
  log.info({ resealed: found, version: vault.current }, 'master_key.resealed')
}

/** Retires keys if nothing announced before the pass is still in transit, in either direction. Returns whether it retired them. */
async function retire({ db, log, caughtUp }: Runtime, versions: string[], sinceMs: number): Promise<boolean> {
  const [waiting] = await sql(
    db.em(),
    'select 1 from outbox_batch where js_seq is null and created_at < to_timestamp($1::double precision / 1000) limit 1',
    [sinceMs],
  )
  if (waiting || !(await caughtUp())) return false
  await sql(db.em(), 'delete from master_key where version = any($1)', [versions])
  for (const version of versions) log.info({ version }, 'master_key.retired')
  return true
}
