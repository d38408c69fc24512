import { cpSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type ComposeService, composeServices, generatedVariables } from '../images/compose.ts'
import { dockerFile } from '../images/recipe.ts'
import { brokerFolder } from './broker.ts'
import type { Certificates } from './certificates.ts'
import { type Container, imageUser, type Mount, ownedFolder } from './container.ts'
import type { Rendered } from './installation.ts'

/** Settings of an operator whose Postgres and NATS demand TLS, in the file that compose reads for them. */
const settings = {
  DATABASE_CA_FILE: '/certificates/authority.pem',
  NATS_CA_FILE: '/certificates/authority.pem',
  NODE_EXTRA_CA_CERTS: '/certificates/authority.pem',
}

/** Our services that compose starts, and its NATS, as they are after the steps of the guide: generated secrets, simulator. */
export function renderCompose(folder: string, image: Record<string, string>, certificates: Certificates): Rendered {
  const variables: Record<string, string> = {
    ...generatedVariables(folder),
    SIMULATOR_URL: 'http://simulator:4010',
    PUBLIC_URL: 'http://gateway:3000',
  }
  const docker = join(folder, 'docker')
  mkdirSync(join(docker, 'certificates'))
  cpSync(certificates.authority, join(docker, 'certificates/authority.pem'))
  const lines = Object.entries(settings).map(([name, value]) => `${name}=${value}\n`)
  writeFileSync(join(docker, 'settings.env'), lines.join(''))
  brokerFolder(join(docker, 'nats'), { certificates })
  const services = composeServices(dockerFile('compose.yaml'), variables)
  const containers = [...services].flatMap(([name, service]) => {
    const app = service.build?.args?.APP
    if (app === undefined && name !== 'nats') return []
    return [containerOf({ name, app, service }, { docker, image })]
  })
  const isServer = ({ name }: Container) => ['nats', 'simulator'].includes(name)
  return {
    name: 'compose',
    servers: containers.filter(isServer),
    jobs: [],
    processes: containers.filter((each) => !isServer(each)),
    publicUrl: variables['PUBLIC_URL'] ?? '',
    operator: variables['OPERATOR_SECRET'] ?? '',
  }
}

function containerOf(
  { name, app, service }: { name: string; app: string | undefined; service: ComposeService },
  { docker, image }: { docker: string; image: Record<string, string> },
): Container {
  const shared = (service.env_file ?? []).some(({ path }) => path === 'settings.env') ? settings : {}
  const env = { ...(app === undefined ? {} : image), ...shared, ...service.environment }
  const probes = {
    nats: { port: '8222', path: '/healthz?js-enabled-only=true' },
    simulator: { port: '4010', path: '/_simulator/health' },
  }
  return {
    name,
    app,
    names: [name],
    env,
    command:
      app === undefined ? ['nats-server', ...(service.command ?? [])] : (service.command ?? ['node', 'dist/main.js']),
    mounts: [
      ...(service.tmpfs ?? []).map(memory),
      ...(service.volumes ?? []).map((volume) => volumeOf(volume, docker)),
    ],
    readOnly: service.read_only === true,
    probe: probes[name as keyof typeof probes] ?? { port: '4000', path: '/readyz' },
  }
}

function memory(mount: string): Mount {
  const [path = '', size] = mount.split(':size=')
  return { path, memoryMb: size === undefined ? undefined : Number.parseInt(size, 10) }
}

/** A folder next to the Compose file, or a volume, which starts as a copy of the image's folder: its user may write there. */
function volumeOf(volume: string, docker: string): Mount {
  const [from = '', path = '', mode] = volume.split(':')
  if (from.startsWith('./')) return { path, folder: join(docker, from), readOnly: mode === 'ro' }
  return { path, folder: ownedFolder(join(docker, 'volumes', from), { uid: imageUser, gid: imageUser, mode: 0o755 }) }
}
