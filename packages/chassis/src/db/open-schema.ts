import { setTimeout as pause } from 'node:timers/promises'
import type { ChassisConfig } from '../config.ts'
import { ConfigError } from '../config-error.ts'
import type { Log } from '../log.ts'
import { openQuarantine, type Quarantine, type RestorePlan } from '../quarantine/guard.ts'
import { parseCredentials } from '../rpc/internal-auth.ts'
import { checkPooler } from './connection.ts'
import { type Database, type DatabaseOptions, openDatabase, startConnectTimeoutMs } from './database.ts'
import { historyWatch } from './history.ts'
import { findRoles } from './provision.ts'
import { withDatabaseTls } from './tls.ts'

/** Minimum number of distinct characters among 32 random ones. Fewer occur only with negligible probability. */
const differentMin = 10
const wellKnown = /example|change-?me|secret|password|test|default/i

/**
 * Rejects secrets that look like examples: a master key with few distinct bytes, or a credential that has few distinct characters or
 * contains a well-known word.
 *
 * @throws ConfigError that names the settings, but never contains the secrets.
 */
function refuseKnownSecrets({ MASTER_KEYS, SERVICE_CREDENTIALS }: ChassisConfig): void {
  const keys = MASTER_KEYS.split(',').map((pair) => Buffer.from(pair.slice(pair.indexOf(':') + 1), 'base64'))
  const secrets = [...parseCredentials(SERVICE_CREDENTIALS).values()].map(({ secret }) => secret)
  const faults = [
    ...(keys.some((key) => new Set(key).size < differentMin) ? ['MASTER_KEYS: holds a key that is not random'] : []),
    ...(secrets.some((secret) => new Set(secret).size < differentMin || wellKnown.test(secret))
      ? ['SERVICE_CREDENTIALS: holds a secret that is not random']
      : []),
  ]
  if (faults.length > 0) throw new ConfigError(`Unsafe settings:\n  ${faults.join('\n  ')}`)
}

type SchemaOptions = Omit<DatabaseOptions, 'url' | 'pooler' | 'poolSize' | 'roles' | 'history'> & RestorePlan

/** Interval in milliseconds between checks for migrations applied by another process. */
const migrationPauseMs = 500

/**
 * Checks Postgres, opens a service's schema, and applies its migrations or waits until another process has applied them.
 *
 * @throws ConfigError if the settings don't fit the server, or its login must not be used or lacks its roles. With
 * `SAFETY_CHECKS=enforce`, also if a secret looks like an example.
 */
export async function openSchema(
  config: ChassisConfig,
  { rests, onRestore, ...opts }: SchemaOptions,
): Promise<{ db: Database; quarantine: Quarantine }> {
  const history = historyWatch()
  const db = await openSafely(config, { ...opts, history })
  try {
    db.expectSlowConnections(true)
    if (config.MIGRATIONS === 'apply') await db.migrate()
    else await awaitMigrations(db, opts.log)
    const enforce = config.RESTORE_GUARD === 'enforce'
    return { db, quarantine: await openQuarantine(db, { watch: history, enforce, rests, onRestore, log: opts.log }) }
  } catch (err) {
    await db.close()
    throw err
  }
}

/** Updates a service's schema and does nothing else. Throws like `openSchema`. */
export async function updateSchema(config: ChassisConfig, opts: Omit<SchemaOptions, keyof RestorePlan>): Promise<void> {
  const db = await openSafely(config, opts)
  await db.migrate().finally(() => db.close())
}

/** Adds the TLS options in the settings to the database URLs. */
function withTls(config: ChassisConfig): ChassisConfig {
  const { DATABASE_URL: url, DATABASE_DIRECT_URL: directUrl, DATABASE_CA_FILE: caFile } = config
  const direct = directUrl === undefined ? {} : { DATABASE_DIRECT_URL: withDatabaseTls(directUrl, caFile) }
  return { ...config, DATABASE_URL: withDatabaseTls(url, caFile), ...direct }
}

/** Opens a service's schema, unless a check of the secrets, the pooler, the login or the server fails. */
async function openSafely(
  settings: ChassisConfig,
  opts: Omit<DatabaseOptions, 'url' | 'pooler' | 'poolSize' | 'roles'>,
): Promise<Database> {
  const config = withTls(settings)
  const { DATABASE_URL: url, DATABASE_POOL: poolSize } = config
  const safe = config.SAFETY_CHECKS === 'enforce'
  if (safe) refuseKnownSecrets(config)
  const pooler = await checkPooler(config, { schema: opts.schema, timeoutMs: startConnectTimeoutMs })
  if (pooler && !pooler.followsStatements) opts.log.warn({}, 'database.statements_not_prepared')
  const place = { schema: opts.schema, safe, timeoutMs: startConnectTimeoutMs }
  const roles = await findRoles({ ...place, url: pooler?.directUrl ?? url })
  return openDatabase({ ...opts, url, pooler, poolSize, roles })
}

/** Waits until another process has applied all migrations. */
async function awaitMigrations(db: Database, log: Log): Promise<void> {
  if (await db.isMigrated()) return
  log.info({}, 'database.awaits_migrations')
  while (!(await db.isMigrated())) await pause(migrationPauseMs)
}
