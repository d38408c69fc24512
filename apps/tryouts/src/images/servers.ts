import { join } from 'node:path'
import { type RunningNats, type RunningPostgres, startNats, startPostgres } from '@posthorn/embedded'
import { Client, escapeIdentifier, escapeLiteral } from 'pg'
import { dockerFile } from './compose.ts'

/** Postgres and NATS as in Compose: one database with the roles from its init script, and the NATS users. */
export type ComposeServers = AsyncDisposable & { postgres: RunningPostgres; nats: RunningNats }

/** Starts both servers in a folder, for programs with these settings. */
export async function startComposeServers(
  folder: string,
  { programs, variables }: { programs: Iterable<Record<string, string>>; variables: Readonly<Record<string, string>> },
): Promise<ComposeServers> {
  const configuration = dockerFile('nats/users.conf').replaceAll(
    /\$(\w+_PASSWORD)/g,
    (_, name: string) => variables[name] ?? '',
  )
  const postgres = await startPostgres({ dataDir: join(folder, 'postgres') })
  const nats = await startNats({ dataDir: join(folder, 'nats'), configuration })
  const urls = [...programs].flatMap(({ DATABASE_URL: url }) => (url === undefined ? [] : [new URL(url)]))
  await provision(postgres.url, urls)
  return {
    postgres,
    nats,
    async [Symbol.asyncDispose]() {
      await nats.stop()
      await postgres.stop('immediate')
    },
  }
}

/** Creates the database and each login's schema with the statements of `docker/postgres/init.sh`, without `psql`. */
export async function provision(serverUrl: string, urls: readonly URL[]): Promise<void> {
  const [, statements] = /(do \$provision\$.*\$provision\$;)/s.exec(dockerFile('postgres/init.sh')) ?? []
  if (statements === undefined) throw new Error('docker/postgres/init.sh has no block that makes a schema')
  const database = urls[0]?.pathname.slice(1) ?? ''
  await onServer(serverUrl, (admin) => admin.query(`create database ${escapeIdentifier(database)}`))
  const url = new URL(serverUrl)
  url.pathname = `/${database}`
  await onServer(url.href, async (admin) => {
    for (const { username, password } of urls) {
      await admin.query(`create role ${escapeIdentifier(username)} login password ${escapeLiteral(password)}`)
      const names = `select set_config('provision.schema', $1, false), set_config('provision.role', $1, false)`
      await admin.query(names, [username])
      await admin.query(statements)
    }
  })
}

async function onServer(url: string, work: (admin: Client) => Promise<unknown>): Promise<void> {
  const admin = new Client({ connectionString: url })
  await admin.connect()
  await work(admin).finally(() => admin.end())
}
