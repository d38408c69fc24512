import { appendFileSync, chownSync, cpSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { repositoryRoot } from '@posthorn/testkit/system'
import { type Container, imageUser, ownedFolder } from './container.ts'
import type { Certificates } from './network.ts'

/** Path of NATS's configuration in the container, as in Compose. */
const inContainer = '/etc/nats'
const own = { uid: imageUser, gid: imageUser, mode: 0o755 }

/** Copies NATS's configuration, with Compose's users, and makes it require TLS from the first byte. */
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
