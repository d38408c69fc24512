import type { ChassisConfig } from '../config.ts'
import { openQuarantine, type Quarantine } from '../quarantine/guard.ts'
import { refuseKnownSecrets } from '../safety.ts'
import { connectTimeoutMs, type Database, type DatabaseOptions, openDatabase } from './database.ts'
import { historyWatch } from './history.ts'
import { findRoles } from './provision.ts'

/** Tables of a service, and whether it `rests` after a restore: it has loops that reach outside. */
type SchemaOptions = Omit<DatabaseOptions, 'url' | 'poolSize' | 'roles' | 'history'> & { rests: boolean }

/**
 * The schema of a service, up to date, on a Postgres that was found safe.
 *
 * @throws ConfigError when the login must not be used, its schema is not made, or a secret is one that everybody knows.
 */
export async function openSchema(
  config: ChassisConfig,
  { rests, ...opts }: SchemaOptions,
): Promise<{ db: Database; quarantine: Quarantine }> {
  const { DATABASE_URL: url, DATABASE_POOL: poolSize } = config
  const safe = config.SAFETY_CHECKS === 'enforce'
  if (safe) refuseKnownSecrets(config)
  const roles = await findRoles({ url, schema: opts.schema, safe, timeoutMs: connectTimeoutMs })
  const history = historyWatch()
  const db = openDatabase({ ...opts, url, poolSize, roles, history })
  await db.migrate()
  const enforce = config.RESTORE_GUARD === 'enforce'
  return { db, quarantine: await openQuarantine(db, { watch: history, enforce, rests, log: opts.log }) }
}
