import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { createServer } from 'node:tls'
import { type RunningPostgres, startPostgres } from '@posthorn/embedded'
import { Client } from 'pg'
import S3rver from 's3rver'
import { provision } from '../images/servers.ts'
import type { Certificates } from './network.ts'
import { addresses } from './network.ts'

/** Who may connect: administrators from this machine, and everyone else over TLS with a password. */
const access = `\
host all postgres 127.0.0.1/32 scram-sha-256
hostssl all all all scram-sha-256
hostnossl all all all reject
`

/** Starts a Postgres that requires TLS and a login, with the database, roles and schemas for these logins. */
export async function startTlsPostgres(
  folder: string,
  { certificates, logins }: { certificates: Certificates; logins: readonly URL[] },
): Promise<RunningPostgres> {
  const dataDir = join(folder, 'postgres')
  const settings = {
    listen_addresses: `127.0.0.1,${addresses.postgres}`,
    ssl: 'on',
    ssl_cert_file: certificates.certificate,
    ssl_key_file: certificates.key,
    max_connections: '300',
  }
  const postgres = await startPostgres({ dataDir, port: 5432, password: 'administrator', settings })
  await provision(postgres.url, logins)
  writeFileSync(join(dataDir, 'cluster/pg_hba.conf'), access)
  await asAdministrator(postgres, 'select pg_reload_conf()')
  return postgres
}

export async function asAdministrator<T extends object>({ url }: RunningPostgres, sql: string): Promise<T[]> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<T>(sql)).rows
  } finally {
    await client.end()
  }
}

/** Starts a file bucket with the name that the manifests use. */
export async function startBucket(folder: string): Promise<AsyncDisposable> {
  const directory = join(folder, 'bucket')
  mkdirSync(directory)
  const configureBuckets = [{ name: 'posthorn-files', configs: [] }]
  const place = { port: 9000, address: addresses.bucket, vhostBuckets: false }
  const server = new S3rver({ ...place, silent: true, directory, configureBuckets })
  await server.run()
  return { [Symbol.asyncDispose]: () => server.close() }
}

/** Terminates TLS on port 443 of an address, like a reverse proxy in front of a server. */
export async function startTlsFront(
  address: string,
  { certificates, to }: { certificates: Certificates; to: { host: string; port: number } },
): Promise<AsyncDisposable> {
  const [cert, key] = [readFileSync(certificates.certificate), readFileSync(certificates.key)]
  const server = createServer({ cert, key }, (socket) => {
    const behind = connect(to)
    socket.pipe(behind).pipe(socket)
    for (const [from, other] of [
      [socket, behind],
      [behind, socket],
    ] as const)
      from.on('error', () => other.destroy()).on('close', () => other.destroy())
  })
  await new Promise<void>((resolve, reject) => server.listen(443, address, resolve).once('error', reject))
  return { [Symbol.asyncDispose]: async () => void server.close() }
}
