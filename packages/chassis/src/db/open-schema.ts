import { setTimeout as pause } from 'node:timers/promises'
import type { ChassisConfig } from '../config.ts'
import { ConfigError } from '../config-error.ts'
import type { Log } from '../log.ts'
import { openQuarantine, type Quarantine, type RestorePlan } from '../quarantine/guard.ts'
import { parseCredentials } from '../rpc/internal-auth.ts'
import { checkPooler, onConnection } from './connection.ts'
import { type Database, type DatabaseOptions, openDatabase, startConnectTimeoutMs } from './database.ts'
import { historyWatch } from './history.ts'
import type { Roles } from './tenant-scope.ts'
import { withDatabaseTls } from './tls.ts'

export type Admin = { query(text: string, values?: unknown[]): Promise<unknown> }

/**
 * Creates a service's schema and its roles (`role`, `<role>_owner`, `<role>_sweep`) if missing. Services that start together take turns, because
 * Postgres fails concurrent changes to what they share.
 */
export async function provisionSchema(admin: Admin, { schema, role }: { schema: string; role: string }): Promise<void> {
  await admin.query(`select pg_advisory_lock(hashtext('posthorn provision'))`)
  const settings = `select set_config('provision.schema', $1, false), set_config('provision.role', $2, false)`
  await admin.query(settings, [schema, role])
  await admin.query(provisioningSql)
  await admin.query(`select pg_advisory_unlock(hashtext('posthorn provision'))`)
}

/** What Postgres says about the login. `unbound`: row-level security doesn't apply to it. `ready`: it can switch to its roles. */
type Facts = { login: string; unbound: boolean; unsafeSettings: string[]; ready: boolean }

const facts = `
  select session_user::text as login, r.rolsuper or r.rolbypassrls as unbound,
    array(select name from pg_settings where name in ('fsync', 'full_page_writes') and setting <> 'on') as "unsafeSettings",
    not exists (select from unnest(array['_owner', '_sweep']) as ending
      where to_regrole(quote_ident(session_user || ending)) is null or not pg_has_role(session_user, session_user || ending, 'set')) as ready
  from pg_roles r where rolname = session_user`

/**
 * Checks a service's Postgres and returns the roles to use. An administrator login switches to a separate role, which is created if needed.
 * With `safe`, such a login is refused, as is a server that may lose commits.
 *
 * @throws ConfigError if the login or the server is refused, or if a login that isn't an administrator can't switch to its roles `_owner`
 * and `_sweep`.
 */
export async function findRoles(opts: {
  url: string
  schema: string
  safe: boolean
  timeoutMs: number
}): Promise<Roles> {
  const connection = { connectionString: opts.url, connectionTimeoutMillis: opts.timeoutMs }
  return onConnection(connection, async (client) => {
    const [found] = (await client.query<Facts>(facts)).rows as [Facts]
    const faults = faultsOf(found, opts.safe)
    if (faults.length > 0) throw new ConfigError(`Unsafe Postgres:\n  ${faults.join('\n  ')}`)
    const request = found.unbound ? `posthorn_${opts.schema}` : found.login
    if (found.unbound) await provisionSchema(client, { schema: opts.schema, role: request })
    return { request, owner: `${request}_owner`, sweep: `${request}_sweep` }
  })
}

/** Returns why the login or the server must not be used. `safe`: also for what is only unsafe in production. */
function faultsOf({ login, unbound, unsafeSettings, ready }: Facts, safe: boolean): string[] {
  return [
    !unbound &&
      !ready &&
      `DATABASE_URL: ${login} has no roles ${login}_owner and ${login}_sweep: run docker/postgres/init.sh again`,
    safe && unbound && `DATABASE_URL: ${login} passes by row-level security: give each service a login of its own`,
    ...unsafeSettings.map(
      (setting) => safe && `DATABASE_URL: this Postgres runs with ${setting} off: a crash loses commits`,
    ),
  ].filter((fault) => fault !== false)
}

/**
 * Creates a service's schema and three roles, if missing: the role for requests (setting `provision.role`), one that owns the tables, and
 * one that sees the rows of every workspace. The first inherits neither of the others; transactions switch to them by name. Same SQL as in
 * `docker/postgres/init.sh`. Run it as a role that can create roles and schemas. It is safe to run again. Objects in the schema that have
 * another owner are transferred.
 *
 * Postgres evaluates the row-level security condition before any condition that isn't leakproof, so such a condition can't use an index. If
 * run by a superuser, this SQL marks the functions that searches use as leakproof. It then also lets the service read the age of the oldest
 * transaction, because that transaction keeps every service's dead rows from being removed. Row-level security protects against a forgotten
 * condition in our own statements, not against someone who can write statements.
 */
const provisioningSql = `
do $provision$
declare
  place text := current_setting('provision.schema');
  request text := current_setting('provision.role');
  owner text := request || '_owner';
  sweep text := request || '_sweep';
  role text;
  thing record;
begin
  foreach role in array array[request, owner, sweep] loop
    begin
      if to_regrole(quote_ident(role)) is null then execute format('create role %I', role); end if;
    exception when duplicate_object or unique_violation then null;
    end;
  end loop;
  foreach role in array array[owner, sweep] loop
    if not exists (select from pg_auth_members where roleid = to_regrole(quote_ident(role)) and member = to_regrole(quote_ident(request)) and not inherit_option) then
      execute format('grant %I to %I with inherit false, set true', role, request);
    end if;
    if not pg_has_role(current_user, role, 'member') then execute format('grant %I to current_user', role); end if;
  end loop;
  execute format('create schema if not exists %I authorization %I', place, owner);
  for thing in select nspname from pg_namespace where nspname = place and nspowner <> to_regrole(quote_ident(owner)) loop
    execute format('alter schema %I owner to %I', place, owner);
  end loop;
  for thing in select relname, relkind from pg_class where relnamespace = to_regnamespace(quote_ident(place))
    and relowner <> to_regrole(quote_ident(owner)) and relkind in ('r', 'p', 'v') loop
    execute format('alter table %I.%I owner to %I', place, thing.relname, owner);
  end loop;
  for thing in select oid::regprocedure as name from pg_proc where pronamespace = to_regnamespace(quote_ident(place))
    and proowner <> to_regrole(quote_ident(owner)) loop
    execute format('alter function %s owner to %I', thing.name, owner);
  end loop;
  execute format('grant usage on schema %I to %I, %I', place, request, sweep);
  if (select rolsuper from pg_roles where rolname = current_user) then
    for thing in select oid::regprocedure as name from pg_proc where not proleakproof and oid = any (array[
      'ts_match_vq(tsvector,tsquery)', 'to_tsvector(regconfig,text)', 'arraycontains(anyarray,anyarray)',
      'arrayoverlap(anyarray,anyarray)', 'textlike(text,text)', 'lower(text)']::regprocedure[]) loop
      execute format('alter function %s leakproof', thing.name);
    end loop;
    execute format('grant pg_read_all_stats to %I', sweep);
  end if;
end
$provision$;
`

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
    keys.some((key) => new Set(key).size < differentMin) && 'MASTER_KEYS: holds a key that is not random',
    secrets.some((secret) => new Set(secret).size < differentMin || wellKnown.test(secret)) &&
      'SERVICE_CREDENTIALS: holds a secret that is not random',
  ].filter((fault) => fault !== false)
  if (faults.length > 0) throw new ConfigError(`Unsafe settings:\n  ${faults.join('\n  ')}`)
}

type SchemaOptions = Omit<DatabaseOptions, 'url' | 'pooler' | 'poolSize' | 'roles' | 'history'> & RestorePlan

/** Interval in milliseconds between checks for migrations applied by another process. */
const migrationPauseMs = 500

/**
 * Checks Postgres, opens a service's schema, and applies its migrations or waits until another process has applied them. Then looks whether
 * Postgres was restored, which starts a quarantine.
 *
 * @throws ConfigError if the settings don't fit the server, or its login must not be used or lacks its roles. With
 * `SAFETY_CHECKS=enforce`, also if a secret looks like an example.
 */
export async function openSchema(
  config: ChassisConfig,
  { hasOutwardLoops, onRestore, ...opts }: SchemaOptions,
): Promise<{ db: Database; quarantine: Quarantine }> {
  const enforce = config.RESTORE_GUARD === 'enforce'
  const history = historyWatch({ enforce })
  const db = await openSafely(config, { ...opts, history })
  try {
    db.expectSlowConnections(true)
    if (config.MIGRATIONS === 'apply') await db.migrate()
    else await awaitMigrations(db, opts.log)
    const guard = { watch: history, enforce, hasOutwardLoops, onRestore, log: opts.log }
    return { db, quarantine: await openQuarantine(db, guard) }
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
  const direct =
    directUrl === undefined ? {} : { DATABASE_DIRECT_URL: withDatabaseTls(directUrl, caFile, 'DATABASE_DIRECT_URL') }
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
