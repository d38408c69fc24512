import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { findNatsServer } from '@posthorn/embedded'
import { startReceiver } from '@posthorn/testkit'
import { repositoryRoot } from '@posthorn/testkit/system'
import { buildPrograms, dockerFile, imageSettings, stagesOf } from '../images/recipe.ts'
import { type Certificates, makeCertificates } from './certificates.ts'
import { check } from './check.ts'
import { renderCompose } from './compose.ts'
import { drive, receiverHost } from './drive.ts'
import { loginsOf, type Rendered, startInstallation } from './installation.ts'
import { renderOverlay } from './kubernetes.ts'
import { addresses, type Network, startNetwork } from './network.ts'
import { startBucket, startTlsFront, startTlsPostgres } from './servers.ts'

// `pnpm try:rendered`: renders Compose and both overlays as an operator adapts them, and starts each container with exactly its environment,
// command, user, volumes and read-only root, in separate namespaces, against Postgres and NATS that require TLS and logins. Needs root.
// Names of renderings select some; `--built` starts the images that `try:images` built.
const folder = process.env['IMAGES_DIR'] ?? join(repositoryRoot, '.data/try-images')
const inside = 'RENDERED_FOLDER'
const say = (line: string): void => console.log(line)
const names = ['compose', 'small', 'production']
const chosen = names.filter((name) => process.argv.includes(name))

const edgeHost = 'api.example.com'
const certified = [receiverHost, edgeHost, 'nats', 'nats.nats.svc', 'postgres', 'posthorn-postgres-rw.posthorn.svc']

/** Begins again in namespaces, where networks and mounts are this program's own, and end with it. */
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
