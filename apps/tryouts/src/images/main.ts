import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createClients } from '@posthorn/client'
import { freePort, residentMb } from '@posthorn/embedded'
import { startReceiver, until } from '@posthorn/testkit'
import { environment, repositoryRoot } from '@posthorn/testkit/system'
import {
  buildPrograms,
  type ComposeServers,
  composePrograms,
  dockerFile,
  generatedVariables,
  imageSettings,
  stagesOf,
  startComposeServers,
} from './compose.ts'

/** A running program, started the way a container from its image would start it. */
type Program = {
  url: string
  /** A gateway's public URL. */
  edgeUrl: string | undefined
  startMs: number
  residentMb(): number
  stop(): Promise<number | null>
}

/** Starts a packed program as its image does, with nothing but its folder. If this process ends first, the program is killed. */
async function startProgram(folder: string, env: Record<string, string>): Promise<Program> {
  const begun = performance.now()
  const child = spawn(process.execPath, [join('dist', 'main.js')], {
    cwd: folder,
    env: { ...environment(), ...env },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const kill = () => child.kill('SIGKILL')
  process.once('exit', kill)
  child.once('exit', () => process.off('exit', kill))
  const { url, edgeUrl } = await ready(child, folder)
  return {
    url,
    edgeUrl: edgeUrl ?? undefined,
    startMs: performance.now() - begun,
    residentMb: () => residentMb(child.pid ?? 0),
    stop: () => stop(child),
  }
}

/** Waits for the message that a program sends when it is ready. It has the URLs of the program. */
const ready = (child: ChildProcess, folder: string): Promise<{ url: string; edgeUrl?: string | null }> =>
  new Promise((resolve, reject) => {
    child.once('message', (message) => resolve(message as { url: string }))
    child.once('exit', (code) => reject(new Error(`${folder} ended with ${code} before it was ready`)))
  })

/** Ends a program as a container engine does. Returns its exit code. */
function stop(child: ChildProcess): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve(child.exitCode)
  const ended = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)))
  child.kill('SIGTERM')
  return ended
}

type BuiltInstallation = {
  folder: string
  programs: string
  image: Record<string, string>
  compose: ReadonlyMap<string, Record<string, string>>
  servers: ComposeServers
}

/** Starts the simulator, the services, and finally the gateway. Returns them by Compose name. */
async function startPrograms(installation: BuiltInstallation): Promise<Map<string, Program>> {
  const { compose, servers } = installation
  const running = new Map<string, Program>()
  const port = String(await freePort())
  const places = new Map([
    ['postgres:5432', `127.0.0.1:${servers.postgres.port}`],
    ['nats:4222', `127.0.0.1:${servers.nats.port}`],
    ['gateway:3000', `127.0.0.1:${port}`],
  ])
  const start = async (name: string, env: Record<string, string> = {}) => {
    const program = await startProgram(join(installation.programs, name), {
      ...settingsOf(installation, name, places),
      ...env,
    })
    running.set(name, program)
    places.set(name === 'simulator' ? 'simulator:4010' : `${name}:4000`, new URL(program.url).host)
    return program
  }
  await start('simulator', { PORT: '0' })
  const behind = [...compose.keys()].filter((name) => name !== 'simulator' && name !== 'gateway')
  await Promise.all(behind.map((name) => start(name)))
  // The gateway's default URLs use Compose's host names, which don't resolve here.
  const addresses = behind.map((name) => [`${name.toUpperCase()}_URL`, running.get(name)?.url ?? ''])
  await start('gateway', { ...Object.fromEntries(addresses), PORT: port })
  return running
}

/** Matches a host and port in a URL, but not in a password before it. */
const hostAt = (place: string): RegExp => new RegExp(`(?<=@|//)${place}(?=[/,]|$)`, 'g')

/** Returns the settings from the image and from Compose, with local hosts and folders. */
function settingsOf(
  { folder, image, compose }: BuiltInstallation,
  name: string,
  places: ReadonlyMap<string, string>,
): Record<string, string> {
  const data = join(folder, 'data', name)
  mkdirSync(data, { recursive: true })
  const here = (value: string) =>
    [...places]
      .reduce((text, [place, address]) => text.replaceAll(hostAt(place), address), value)
      .replace('0.0.0.0', '127.0.0.1')
      .replace(/^\/data\b/, data)
  const given = Object.entries({ ...image, ...compose.get(name) }).map(([key, value]) => [key, here(value)])
  return { ...Object.fromEntries(given), HOST: '127.0.0.1', RPC_PORT: '0', ALLOW_PRIVATE_ADDRESSES: 'true' }
}

type Bill = { components: { group?: string; name: string; version: string }[] }

/** Peer dependencies that the recipe removes because only their types are used. */
const removed = /^(?:typescript|@typescript\/.+)@/

/** Returns a program's third-party packages, as `name@version`. pnpm names the folder of a package `@scope+name@version_peers`. */
const installedIn = (program: string): string[] =>
  readdirSync(join(program, 'node_modules/.pnpm')).flatMap((folder) => {
    const [, name = '', version = ''] = /^((?:@[^+]+\+)?[^@]+)@([^_]+)/.exec(folder) ?? []
    return name === '' || name.startsWith('@posthorn+') ? [] : [`${name.replace('+', '/')}@${version}`]
  })

/** Compares each program's bill of materials (`sbom.json`) with the packages that are installed in it. */
function billFaults(programs: string): string[] {
  // A program bundled into one file, such as the command, has no installed packages.
  const apps = readdirSync(programs).filter((app) => existsSync(join(programs, app, 'node_modules')))
  return apps.flatMap((app) => {
    const { components } = JSON.parse(readFileSync(join(programs, app, 'sbom.json'), 'utf8')) as Bill
    const names = components.map(({ group, name, version }) => `${group ? `${group}/` : ''}${name}@${version}`)
    const listed = new Set(names.filter((name) => !name.startsWith('@posthorn/') && !removed.test(name)))
    const installed = new Set(installedIn(join(programs, app)))
    return [
      ...[...installed].filter((name) => !listed.has(name)).map((name) => `${app} has ${name}, which its bill lacks`),
      ...[...listed].filter((name) => !installed.has(name)).map((name) => `${app} lists ${name}, which it has not`),
    ]
  })
}

// `pnpm try:images`: builds the programs of all images with the steps in docker/Dockerfile, starts each as a process with its environment
// from docker/compose.yaml, and sends a message until a webhook reports it as read. IMAGES_DIR sets another build folder; `--built` skips
// the build.
const folder = process.env['IMAGES_DIR'] ?? join(repositoryRoot, '.data/try-images')
const say = (line: string): void => console.log(line)
const patience = { timeoutMs: 120_000 }

type Account = { key: string; url: string }

/** Creates a workspace with a simulated number and a key, as an operator does after the installation. */
async function makeAccount(running: ReadonlyMap<string, Program>, operatorSecret: string): Promise<Account> {
  const urls = Object.fromEntries([...running].map(([name, { url }]) => [name, url]))
  const clients = createClients({ urls, credential: { name: 'operator', secret: operatorSecret } })
  try {
    const asOperator = clients.calling({ scopes: ['operator'] })
    const { id } = await clients.gateway.workspaces.create.mutate({ name: 'Images' }, asOperator)
    const inWorkspace = clients.calling({ workspace: id })
    await clients.numbers.numbers.create.mutate({ name: 'Simulator', provider: 'simulator' }, inWorkspace)
    const { key } = await clients.gateway.workspaceKeys.create.mutate({ workspace: id, name: 'images' }, asOperator)
    return { key, url: running.get('gateway')?.edgeUrl ?? '' }
  } finally {
    await clients.close()
  }
}

/** Posts JSON with the account's key. */
async function post<T>({ key, url }: Account, path: string, body: object): Promise<{ status: number; body: T }> {
  const headers = { Token: key, 'content-type': 'application/json' }
  const answer = await fetch(`${url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
  return { status: answer.status, body: (await answer.json()) as T }
}

/** Sends a message and waits for its read event at a webhook. Returns how many milliseconds that took. */
async function sendAndAwait(account: Account): Promise<number> {
  await using receiver = await startReceiver()
  const { status } = await post(account, '/v1/webhooks', { url: `${receiver.url}/hook`, events: ['message:ack'] })
  if (status !== 201) throw new Error(`the webhook was answered with ${status}`)
  const begun = performance.now()
  const sent: { id?: string } = {}
  const accepted = async () => {
    // Retries, because messaging learns about a new number shortly after it is connected.
    const answer = await post<{ id: string }>(account, '/v1/messages', { phone: '+4915120000010', message: 'hello' })
    if (answer.status === 201) sent.id = answer.body.id
    return answer.status === 201
  }
  await until(accepted, { ...patience, describe: 'the message to be accepted' })
  const events = () => receiver.requests.map(({ json }) => json as { data: { id: string; ack: string } })
  const isRead = () => events().some(({ data }) => data.id === sent.id && data.ack === 'read')
  await until(isRead, { ...patience, describe: 'the report that it was read' })
  return performance.now() - begun
}

/** Waits until the event stream is empty, which shows that every service's NATS permissions let it acknowledge events. */
async function streamIsEmptied(running: ReadonlyMap<string, Program>): Promise<void> {
  const fill = async () => {
    const metrics = await (await fetch(`${running.get('messaging')?.url}/metrics`)).text()
    return /^bus_fill_ratio\S* (\S+)$/m.exec(metrics)?.[1]
  }
  await until(async () => (await fill()) === '0', { ...patience, describe: 'the stream to be emptied' })
}

/** Lists workspaces by running the command's image with a `run.json` like the one in the guide. */
function listWorkspaces(programs: string, folder: string, { url, secret }: { url: string; secret: string }): string {
  const run = { url, urls: { gateway: url }, credential: { name: 'operator', secret } }
  writeFileSync(join(folder, 'run.json'), JSON.stringify(run), { mode: 0o600 })
  const command = [join(programs, 'cli/posthorn.mjs'), 'operator', 'workspace', 'list', '--data-dir', folder]
  return execFileSync(process.execPath, command, { encoding: 'utf8' })
}

/** Stops all programs as a container engine would. Returns those that didn't stop cleanly. */
async function endAll(running: ReadonlyMap<string, Program>): Promise<string[]> {
  const ends = [...running].map(async ([name, program]) => [name, await program.stop()] as const)
  return (await Promise.all(ends)).filter(([, code]) => code !== 0).map(([name, code]) => `${name} (${code})`)
}

/** Starts the programs, uses them as a customer and an operator do, and stops them. */
async function trial(programs: string, recipe: string): Promise<void> {
  const data = mkdtempSync(join(folder, 'run-'))
  const variables = generatedVariables(data)
  // With `settings`, what the `simulator` profile of Compose needs.
  const compose = composePrograms(dockerFile('compose.yaml'), { ...variables, PUBLIC_URL: 'http://gateway:3000' })
  const settings = { SIMULATOR_URL: 'http://simulator:4010' }
  await using servers = await startComposeServers(data, { programs: compose.values(), variables })
  const image = { ...imageSettings(stagesOf(recipe).at(-1) ?? []), ...settings }
  const running = await startPrograms({ folder: data, programs, image, compose, servers })
  for (const [name, { startMs, residentMb }] of running)
    say(`${name}: ready after ${(startMs / 1_000).toFixed(1)} s, ${residentMb().toFixed(0)} MB`)
  const account = await makeAccount(running, variables['OPERATOR_SECRET'] ?? '')
  say(`sent and reported as read to the webhook in ${((await sendAndAwait(account)) / 1_000).toFixed(1)} s`)
  await streamIsEmptied(running)
  say('the stream of events is emptied')
  const gateway = { url: running.get('gateway')?.url ?? '', secret: variables['OPERATOR_SECRET'] ?? '' }
  if (!listWorkspaces(programs, data, gateway).includes('Images')) throw new Error('the command lists no workspace')
  say('the command of its image reaches the installation')
  const odd = await endAll(running)
  if (odd.length > 0) throw new Error(`did not end in order: ${odd.join(', ')}`)
  say('all ended in order')
  rmSync(data, { recursive: true, force: true })
}

const recipe = dockerFile('Dockerfile')
const begun = performance.now()
mkdirSync(folder, { recursive: true })
const programs = process.argv.includes('--built')
  ? join(folder, 'programs')
  : buildPrograms(folder, { recipe, env: process.env })
say(`programs of all images in ${((performance.now() - begun) / 1_000).toFixed(0)} s`)
const faults = billFaults(programs)
if (faults.length > 0) throw new Error(`bills of materials are wrong: ${faults.join('; ')}`)
await trial(programs, recipe)
