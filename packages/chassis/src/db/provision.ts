import { ConfigError } from '../config-error.ts'
import { onConnection } from './connection.ts'
import { provisioningSql } from './provision.sql.ts'
import type { Roles } from './tenant-scope.ts'

/** A connection that may create roles. */
export type Admin = { query(text: string, values?: unknown[]): Promise<unknown> }

/** Creates the schema of a service and its roles (`role`, `<role>_owner`, `<role>_sweep`), or whatever is missing. */
export async function provisionSchema(admin: Admin, { schema, role }: { schema: string; role: string }): Promise<void> {
  await admin.query(`select pg_advisory_lock(hashtext('posthorn provision'))`)
  const settings = `select set_config('provision.schema', $1, false), set_config('provision.role', $2, false)`
  await admin.query(settings, [schema, role])
  await admin.query(provisioningSql)
  await admin.query(`select pg_advisory_unlock(hashtext('posthorn provision'))`)
}

type Facts = { login: string; unbound: boolean; unsafeSettings: string[]; ready: boolean }

const facts = `
  select session_user::text as login, r.rolsuper or r.rolbypassrls as unbound,
    array(select name from pg_settings where name in ('fsync', 'full_page_writes') and setting <> 'on') as "unsafeSettings",
    not exists (select from unnest(array['_owner', '_sweep']) as ending
      where to_regrole(quote_ident(session_user || ending)) is null or not pg_has_role(session_user, session_user || ending, 'set')) as ready
  from pg_roles r where rolname = session_user`

/**
 * Checks a service's Postgres and returns the roles to use. An administrator login switches to a separate role, created if needed; `safe` refuses
 * that, and a server that may lose commits. @throws ConfigError if the login must not be used, or its schema and roles don't exist.
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

function faultsOf({ login, unbound, unsafeSettings, ready }: Facts, safe: boolean): string[] {
  return [
    ...(unbound || ready
      ? []
      : [`DATABASE_URL: ${login} has no roles ${login}_owner and ${login}_sweep: run docker/postgres/init.sh again`]),
    ...(safe && unbound
      ? [`DATABASE_URL: ${login} passes by row-level security: give each service a login of its own`]
      : []),
    ...(safe
      ? unsafeSettings.map((setting) => `DATABASE_URL: this Postgres runs with ${setting} off: a crash loses commits`)
      : []),
  ]
}
