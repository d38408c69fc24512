import { appendFileSync, chownSync, cpSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { repositoryRoot } from '@posthorn/testkit/system'
import type { Certificates } from './certificates.ts'
import { type Container, imageUser, ownedFolder } from './container.ts'

/** Where NATS has its configuration, as in compose. */
const inContainer = '/etc/nats'
const own = { uid: imageUser, gid: imageUser, mode: 0o755 }

/** Copies the configuration of NATS, with the users that compose has, and makes it demand TLS from the first byte. */
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

/** Three servers as examples/nats makes them: on disks, with TLS from the first byte. All answer to the name of their service. */
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
