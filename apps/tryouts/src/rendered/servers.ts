import { appendFileSync, chownSync, cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { createServer } from 'node:tls'
import { type RunningPostgres, startPostgres } from '@posthorn/embedded'
import { repositoryRoot, rowsAt } from '@posthorn/testkit/system'
import S3rver from 's3rver'
import { provision } from '../images/compose.ts'
import { addresses, type Certificates, type Container, imageUser, ownedFolder } from './installation.ts'

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
  await rowsAt(postgres.url, 'select pg_reload_conf()')
  return postgres
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

/** Path of NATS's configuration in the container, as in Compose. */
const inContainer = '/etc/nats'
const own = { uid: imageUser, gid: imageUser, mode: 0o755 }

/** Copies NATS's configuration, with Compose's users, and makes it require TLS from the first byte. `more`: further configuration. */
export function brokerFolder(
  folder: string,
  { certificates, more = '' }: { certificates: Certificates; more?: string },
): string {
  mkdirSync(folder, { recursive: true })
  cpSync(join(repositoryRoot, 'docker/nats'), folder, { recursive: true })
  cpSync(certificates.certificate, join(folder, 'server.pem'))
  cpSync(certificates.key, join(folder, 'server.key'))
  chownSync(join(folder, 'server.key'), imageUser, imageUser)
  const files = `cert_file: "${inContainer}/server.pem", key_file: "${inContainer}/server.key"`
  appendFileSync(join(folder, 'nats.conf'), `\ntls { ${files}, handshake_first: true }\n${more}\n`)
  return folder
}

const replicas = [0, 1, 2]
/** Returns the name of a replica of the NATS cluster, as Kubernetes gives it behind a headless service. */
const nameOf = (replica: number): string => `nats-${replica}.nats-headless.nats.svc`

/**
 * Returns three NATS servers as in examples/nats, with data on disk and TLS from the first byte. Each is also reachable at the service's
 * host name.
 */
export function brokerCluster(
  folder: string,
  { certificates, passwords }: { certificates: Certificates; passwords: Record<string, string> },
): Container[] {
  const routes = replicas.map((replica) => `"nats://${nameOf(replica)}:6222"`).join(', ')
  return replicas.map((replica) => {
    const more = [
      `server_name: nats-${replica}`,
      `cluster { name: nats, listen: "0.0.0.0:6222", no_advertise: true, routes: [${routes}] }`,
      'jetstream { store_dir: "/data", max_memory_store: 1GB, sync_interval: always }',
    ].join('\n')
    const place = join(folder, `nats-${replica}`)
    const configuration = brokerFolder(join(place, 'etc'), { certificates, more })
    return {
      name: `nats-${replica}`,
      app: undefined,
      names: [nameOf(replica), 'nats.nats.svc'],
      env: passwords,
      command: ['nats-server', '--config', `${inContainer}/nats.conf`],
      mounts: [
        { path: inContainer, folder: configuration, readOnly: true },
        { path: '/data', folder: ownedFolder(join(place, 'data'), own) },
      ],
      readOnly: true,
      probe: { port: '8222', path: '/healthz?js-enabled-only=true' },
    }
  })
}
