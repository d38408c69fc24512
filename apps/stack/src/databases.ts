import { isPassing, provisionSchema } from '@posthorn/chassis'
import { ownDatabaseName } from '@posthorn/client'
import { type ServiceName, serviceNames } from '@posthorn/contracts'
import { Client, escapeIdentifier, escapeLiteral } from 'pg'
import { type DatabaseUrls, databaseSetting } from './settings.ts'
import { awaitServer, type Say } from './terminal.ts'

/** Timeout per attempt. Generous, because a machine is slow while it starts everything at once. */
const connectTimeoutMs = 20_000

/** The Postgres to set up. `ownDatabase`: it serves only this installation. `others`: the services with a different Postgres. */
export type DatabaseSetup = {
  adminUrl: string
  ownDatabase: boolean
  others: DatabaseUrls
  passwords: Record<ServiceName, string>
  waitMs: number
}

/**
 * Gives each service a login role, and a schema that only that service can access. On our own Postgres, the role is named after the
 * service. On an external one, its name also includes the name of the database, because all databases on a server share their roles.
 *
 * @returns the connection URL of each service.
 * @throws StartError if a Postgres can't be reached within `waitMs`, or returns a permanent error.
 */
export async function setUpDatabases(setup: DatabaseSetup, say: Say): Promise<Record<ServiceName, string>> {
  const shared = serviceNames.filter((service) => setup.others[service] === undefined)
  const urls: DatabaseUrls = {}
  const withPatience = (setting: string, work: () => Promise<DatabaseUrls>) =>
    awaitAnswer(setting, work, { setup, say })
  if (shared.length > 0) Object.assign(urls, await withPatience('DATABASE_URL', () => setUpServer(setup, shared)))
  for (const [service, adminUrl] of Object.entries(setup.others) as [ServiceName, string][]) {
    const server = { ...setup, adminUrl, ownDatabase: false }
    Object.assign(urls, await withPatience(databaseSetting(service), () => setUpServer(server, [service])))
  }
  return urls as Record<ServiceName, string>
}

/**
 * Retries work while its Postgres does not respond. Errors about an external one name the setting with its URL, so that the operator knows
 * which to correct.
 */
function awaitAnswer<T>(
  setting: string,
  work: () => Promise<T>,
  { setup, say }: { setup: DatabaseSetup; say: Say },
): Promise<T> {
  const isOurs = setup.ownDatabase && setting === 'DATABASE_URL'
  const name = isOurs ? 'Postgres' : `${setting}: this Postgres`
  return awaitServer(name, work, { waitMs: setup.waitMs, isPassing, say })
}

/** Sets up these services on one server, and returns the URLs that they log in with. */
async function setUpServer(setup: DatabaseSetup, services: readonly ServiceName[]): Promise<DatabaseUrls> {
  const url = setup.ownDatabase ? await createOwnDatabase(setup.adminUrl) : setup.adminUrl
  return onDatabase(url, async (admin) => {
    // Allows only one start at a time to create schemas. Closing the session releases the lock.
    await admin.query("select pg_advisory_lock(hashtext('posthorn roles'))")
    const { rows } = await admin.query<{ name: string }>('select current_database() as name')
    const database = rows[0]?.name ?? ownDatabaseName
    const urls = services.map((service) => {
      const role = setup.ownDatabase ? service : `${database}_${service}`
      return { service, role, database, password: setup.passwords[service] }
    })
    for (const schema of urls) await setUpRoleAndSchema(admin, schema)
    return Object.fromEntries(urls.map((schema) => [schema.service, urlFor(url, schema)]))
  })
}

type ServiceSchema = { service: ServiceName; role: string; database: string; password: string }

/** Runs work on a connection as administrator. */
async function onDatabase<T>(url: string, work: (admin: Client) => Promise<T>): Promise<T> {
  const admin = new Client({ connectionString: url, connectionTimeoutMillis: connectTimeoutMs })
  admin.on('error', () => {})
  await admin.connect()
  try {
    return await work(admin)
  } finally {
    await admin.end()
  }
}

/** Creates our database on our own server unless it exists, and returns its URL. */
async function createOwnDatabase(serverUrl: string): Promise<string> {
  await onDatabase(serverUrl, async (admin) => {
    const { rowCount } = await admin.query('select 1 from pg_database where datname = $1', [ownDatabaseName])
    if (rowCount === 0) await admin.query(`create database ${ownDatabaseName}`)
  })
  const url = new URL(serverUrl)
  url.pathname = `/${ownDatabaseName}`
  return url.href
}

/** Creates the role and schema of a service, and sets the password to the one in our secrets. */
async function setUpRoleAndSchema(admin: Client, { service, role, database, password }: ServiceSchema): Promise<void> {
  const quoted = escapeIdentifier(role)
  const known = await admin.query('select 1 from pg_roles where rolname = $1', [role])
  if (known.rowCount === 0) await admin.query(`create role ${quoted} login`)
  await admin.query(`alter role ${quoted} password ${escapeLiteral(password)}`)
  await admin.query(`grant connect, temporary on database ${escapeIdentifier(database)} to ${quoted}`)
  // Only a superuser or a member of the role can take over what the role owned.
  await admin.query(`grant ${quoted} to current_user`)
  await provisionSchema(admin, { schema: service, role })
}

/** Returns the URL that a service logs in with. The password is base64url, which a URL contains as it is. */
export function urlFor(adminUrl: string, { role, database, password }: ServiceSchema): string {
  const url = new URL(adminUrl)
  url.username = encodeURIComponent(role)
  url.password = password
  // The driver decodes it with decodeURI, which leaves an encoded + or @ as it is.
  url.pathname = `/${encodeURI(database)}`
  // The driver prefers these to ours.
  for (const name of ['user', 'password']) url.searchParams.delete(name)
  return url.href
}
