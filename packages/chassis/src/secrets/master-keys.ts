import { erasedPersonPurpose } from '@posthorn/contracts'
import { ConfigError } from '../config-error.ts'
import { checkOf, createVault, parseMasterKeys, type Vault } from '../crypto.ts'
import type { Database } from '../db/database.ts'
import { sql } from '../db/sql.ts'
import { idempotencyPurpose } from '../rpc/idempotency.ts'

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

/** Returns reasons why one schema's encrypted or derived values couldn't be used by another; empty if they could. */
export function findSecretFaults(source: StoredSecrets, target: StoredSecrets): string[] {
  const keys = parseMasterKeys(target.masterKeys)
  const faults = source.known.flatMap(({ version, check }) => faultsOf(version, check, keys.get(version)))
  if (faults.length > 0) return faults
  const [there, here] = [source, target].map(({ masterKeys, root }) => createVault(masterKeys).open(root, rootPurpose))
  return there === here
    ? []
    : ['keys are derived from another secret: the second cell must begin with the secrets of the first']
}

/** Encrypts the root again under the current key. */
export async function resealRoot(em: Em, vault: Vault): Promise<void> {
  const [kept] = await sql<{ sealed: string }>(em, 'select sealed from derivation_root for update')
  if (!kept || vault.isCurrent(kept.sealed)) return
  const sealed = vault.seal(vault.open(kept.sealed, rootPurpose), rootPurpose)
  await sql(em, 'update derivation_root set sealed = $1', [sealed])
}

async function noteKeys(em: Em, keys: Map<string, Buffer>): Promise<void> {
  const known = await sql<{ version: string; check_value: string }>(em, 'select version, check_value from master_key')
  const faults = known.flatMap(({ version, check_value }) => faultsOf(version, check_value, keys.get(version)))
  if (faults.length > 0) throw new ConfigError(`Wrong settings:\n  ${faults.join('\n  ')}`)
  // Until something is known about keys, any of them may be in use.
  const used = known.length === 0 ? [...keys] : [...keys].slice(0, 1)
  await sql(
    em,
    'insert into master_key (version, check_value) select * from unnest($1::text[], $2::text[]) on conflict do nothing',
    [used.map(([version]) => version), used.map(([, key]) => checkOf(key))],
  )
}

function faultsOf(version: string, check: string, key: Buffer | undefined): string[] {
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
  /** Whether the table has many short-lived rows. If so, the column is searched only while an older key is in use. */
  large?: true
}

export const chassisSealed: readonly SealedColumn[] = [
  {
    table: 'idempotency',
    column: 'body',
    key: ['workspace_id', 'route', 'key'],
    purpose: (workspace, route, key) =>
      idempotencyPurpose({ workspace: workspace as string, route: route as string, key: key as string }),
    large: true,
  },
  {
    table: 'erasure_job',
    column: 'sealed',
    key: ['workspace_id', 'id'],
    purpose: (_, erasure) => erasedPersonPurpose(erasure as string),
  },
]
