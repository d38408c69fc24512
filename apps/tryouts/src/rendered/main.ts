import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { findNatsServer } from '@posthorn/embedded'
import { startReceiver, until } from '@posthorn/testkit'
import { repositoryRoot, rowsAt } from '@posthorn/testkit/system'
import {
  buildPrograms,
  type ComposeService,
  composeServices,
  dockerFile,
  generatedVariables,
  imageSettings,
  stagesOf,
} from '../images/compose.ts'
import { drive, receiverHost } from './drive.ts'
import {
  addresses,
  type Certificates,
  type Container,
  type Installation,
  imageUser,
  loginsOf,
  type Mount,
  makeCertificates,
  type Network,
  ownedFolder,
  type Rendered,
  startInstallation,
  startNetwork,
} from './installation.ts'
import { renderOverlay } from './kubernetes.ts'
import { brokerFolder, startBucket, startTlsFront, startTlsPostgres } from './servers.ts'

/**
 * Checks what an operator would check: that every process is ready and reports no problems, that the stream is emptied, and that every
 * connection is encrypted. Then stops all processes, which must end cleanly.
 */
async function check(installation: Installation, say: (line: string) => void): Promise<void> {
  const { rendered, running, postgres } = installation
  const apps = new Set(rendered.processes.map(({ app }) => app))
  for (const { name } of rendered.processes) {
    const address = running.get(name)?.address ?? ''
    const reasons = async () => JSON.stringify(await (await fetch(`http://${address}:4000/readyz`)).json())
    await until(async () => (await reasons()).includes('"reasons":[]'), {
      describe: `${name} to be ready without reasons`,
    })
    const metrics = async () => (await fetch(`http://${address}:4000/metrics`)).text()
    await until(async () => /^bus_connected\S* 1$/m.test(await metrics()), {
      describe: `${name} to be connected to NATS`,
    })
    await until(async () => /^bus_fill_ratio\S* 0$/m.test(await metrics()), {
      describe: `the stream to be emptied, as ${name} sees it`,
    })
  }
  say('  every process is ready without a reason, connected to NATS, and the stream is emptied')
  const plain = await rowsAt(
    postgres.url,
    `select usename from pg_stat_activity join pg_stat_ssl using (pid) where usename <> 'postgres' and not ssl`,
  )
  const encrypted = await rowsAt<{ roles: number; count: number }>(
    postgres.url,
    `select count(distinct usename)::int roles, count(*)::int count from pg_stat_activity join pg_stat_ssl using (pid) where usename <> 'postgres' and ssl`,
  )
  const { roles = 0, count = 0 } = encrypted[0] ?? {}
  if (plain.length > 0 || roles !== apps.size)
    throw new Error(`${plain.length} connections in clear text, ${roles} roles`)
  say(`  Postgres: all ${count} connections of ${roles} roles are encrypted`)
  const users = await brokerUsers(installation)
  const missing = [...apps].filter((app) => !users.has(app ?? ''))
  if (missing.length > 0) throw new Error(`NATS has no connection of ${missing.join(', ')}`)
  say(`  NATS: ${users.size} users, each by TLS`)
  const codes = await Promise.all(
    rendered.processes.map(async ({ name }) => [name, await running.get(name)?.stop()] as const),
  )
  const odd = codes.filter(([, code]) => code !== 0)
  if (odd.length > 0)
    throw new Error(`did not end in order: ${odd.map(([name, code]) => `${name} (${code})`).join(', ')}`)
  say('  all ended in order')
}

/** Returns the users connected to NATS. Fails if a connection isn't encrypted. */
async function brokerUsers({ rendered, running }: Installation): Promise<Set<string>> {
  const brokers = rendered.servers.filter(({ name }) => name.startsWith('nats'))
  const lists = brokers.map(async ({ name }) => {
    const answer = await fetch(`http://${running.get(name)?.address}:8222/connz?auth=1`)
    return ((await answer.json()) as { connections: { authorized_user?: string; tls_version?: string }[] }).connections
  })
  const connections = (await Promise.all(lists)).flat()
  const plain = connections.filter(({ tls_version: version }) => version === undefined || version === '')
  if (plain.length > 0) throw new Error(`${plain.length} connections to NATS in clear text`)
  return new Set(connections.map(({ authorized_user: user }) => user ?? ''))
}

/** Settings for an operator whose Postgres and NATS require TLS, and who uses the simulator, in the file that Compose reads. */
const settings = {
  SIMULATOR_URL: 'http://simulator:4010',
  DATABASE_CA_FILE: '/certificates/authority.pem',
  NATS_CA_FILE: '/certificates/authority.pem',
  NODE_EXTRA_CA_CERTS: '/certificates/authority.pem',
}

/**
 * Returns our services that compose starts, and its NATS, as they are after the steps of the guide: generated secrets, simulator. `image`:
 * the settings in the image.
 */
function renderCompose(folder: string, image: Record<string, string>, certificates: Certificates): Rendered {
  const variables: Record<string, string> = {
    ...generatedVariables(folder),
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
    return [containerOfService({ name, app, service }, { docker, image })]
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

/** Describes a service of a Compose file as a container. */
function containerOfService(
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

/** Reads an entry of `tmpfs`, such as `/tmp:size=64m`. */
function memory(mount: string): Mount {
  const [path = '', size] = mount.split(':size=')
  return { path, memoryMb: size === undefined ? undefined : Number.parseInt(size, 10) }
}

/** Returns a mount for a folder next to the Compose file, or for a volume, which starts empty and belongs to the image's user. */
function volumeOf(volume: string, docker: string): Mount {
  const [from = '', path = '', mode] = volume.split(':')
  if (from.startsWith('./')) return { path, folder: join(docker, from), readOnly: mode === 'ro' }
  return { path, folder: ownedFolder(join(docker, 'volumes', from), { uid: imageUser, gid: imageUser, mode: 0o755 }) }
}

// `pnpm try:rendered`: renders Compose and both overlays as an operator would adapt them, and starts each container with exactly its
// environment, command, user, volumes and read-only root. The containers run in separate namespaces, against a Postgres and a NATS that
// require TLS and logins. Needs root. Arguments limit it to the named renderings; `--built` uses the images that `try:images` built.
const folder = process.env['IMAGES_DIR'] ?? join(repositoryRoot, '.data/try-images')
const inside = 'RENDERED_FOLDER'
const say = (line: string): void => console.log(line)
const names = ['compose', 'small', 'production']
const chosen = names.filter((name) => process.argv.includes(name))

const edgeHost = 'api.example.com'
const certified = [receiverHost, edgeHost, 'nats', 'nats.nats.svc', 'postgres', 'posthorn-postgres-rw.posthorn.svc']

/** Restarts this program in its own namespaces. Its networks and mounts are then private and disappear when it exits. */
function enterNamespaces(): never {
  if (process.getuid?.() !== 0) throw new Error('containers need namespaces: run this as root')
  const data = mkdtempSync(join(folder, 'rendered-'))
  const { authority } = makeCertificates(join(data, 'certificates'), certified)
  const namespaces = ['--net', '--mount', '--pid', '--fork', '--kill-child', '--mount-proc']
  const program = [process.execPath, '--conditions=source', fileURLToPath(import.meta.url), ...process.argv.slice(2)]
  const env = { ...process.env, [inside]: data, NODE_EXTRA_CA_CERTS: authority }
  const { status } = spawnSync('unshare', [...namespaces, ...program], { stdio: 'inherit', env })
  if (status === 0) rmSync(data, { recursive: true, force: true })
  else say(`logs and data: ${data}`)
  process.exit(status ?? 1)
}

/** Starts one rendering with everything around it, and uses and checks it. */
async function tryOne(name: string, data: string, network: Network): Promise<void> {
  const certificates: Certificates = {
    authority: join(data, 'certificates/authority.pem'),
    certificate: join(data, 'certificates/server.pem'),
    key: join(data, 'certificates/server.key'),
  }
  const image = imageSettings(stagesOf(dockerFile('Dockerfile')).at(-1) ?? [])
  const place = join(data, name)
  mkdirSync(place)
  const rendered: Rendered =
    name === 'compose'
      ? renderCompose(place, image, certificates)
      : renderOverlay(place, { overlay: name, image, certificates })
  say(`${rendered.name}: ${rendered.jobs.length} jobs, ${rendered.processes.length} processes`)
  const postgres = await startTlsPostgres(place, { certificates, logins: loginsOf(rendered) })
  try {
    await using _bucket = await startBucket(place)
    await using receiver = await startReceiver()
    network.name(addresses.bucket, ['bucket.storage.svc'])
    network.name(addresses.edge, [edgeHost])
    network.name(addresses.receiver, [receiverHost])
    const local = { host: '127.0.0.1', port: Number(new URL(receiver.url).port) }
    await using _receiver = await startTlsFront(addresses.receiver, { certificates, to: local })
    await using _edge = await startTlsFront(addresses.edge, { certificates, to: { host: 'gateway', port: 3000 } })
    const source = { programs: join(folder, 'programs'), node: process.execPath, natsServer: await findNatsServer() }
    await using installation = await startInstallation(rendered, { folder: place, network, source, postgres, say })
    await drive(installation, { folder: place, receiver, say })
    await check(installation, say)
  } finally {
    await postgres.stop('immediate')
  }
}

/** Tries each chosen rendering, even if one of them fails, and then exits. */
async function tryAll(data: string): Promise<void> {
  await using network = await startNetwork(data)
  const failed: string[] = []
  for (const name of chosen.length === 0 ? names : chosen) {
    try {
      await tryOne(name, data, network)
    } catch (error) {
      failed.push(name)
      say(`${name} does not hold: ${error instanceof Error ? error.message : String(error)}`)
    }
  }
  say(failed.length === 0 ? 'all hold' : `do not hold: ${failed.join(', ')}`)
  process.exit(failed.length === 0 ? 0 : 1)
}

const data = process.env[inside]
if (data === undefined) {
  mkdirSync(folder, { recursive: true })
  const recipe = dockerFile('Dockerfile')
  if (!process.argv.includes('--built')) buildPrograms(folder, { recipe, env: process.env })
  enterNamespaces()
}
await tryAll(data)
