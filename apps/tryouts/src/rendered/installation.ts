import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { chmodSync, chownSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { RunningPostgres } from '@posthorn/embedded'
import { startDnsServer, until } from '@posthorn/testkit'

/** Addresses of servers outside the containers. The receivers' address looks public, because services require that. */
export const addresses = {
  host: '10.77.0.1',
  postgres: '10.77.0.2',
  bucket: '10.77.0.3',
  edge: '10.77.0.4',
  receiver: '45.77.0.1',
}

const bridge = 'posthorn'

/** A network of containers in this network namespace, with DNS names for their addresses. */
export type Network = AsyncDisposable & {
  join(container: string, names: readonly string[]): string
  name(address: string, names: readonly string[]): void
  leave(container: string): void
}

/** Changes the network with the `ip` program. Fails if the program does. */
const ip = (...args: string[]): void => void execFileSync('ip', args)

/** Sets up the network in a namespace created for it: a bridge, and a DNS server for the containers and this process. */
export async function startNetwork(folder: string): Promise<Network> {
  // `ip netns` keeps the containers' namespaces in /run.
  execFileSync('mount', ['-t', 'tmpfs', 'posthorn', '/run'])
  ip('link', 'set', 'lo', 'up')
  ip('link', 'add', bridge, 'type', 'bridge')
  for (const address of Object.values(addresses)) ip('address', 'add', `${address}/16`, 'dev', bridge)
  ip('link', 'set', bridge, 'up')
  const zone: Record<string, string[]> = {}
  const dns = await startDnsServer(zone, { host: addresses.host, port: 53 })
  const resolv = join(folder, 'resolv.conf')
  writeFileSync(resolv, `nameserver ${addresses.host}\n`)
  execFileSync('mount', ['--bind', resolv, '/etc/resolv.conf'])
  let joined = 0
  const name = (address: string, names: readonly string[]) => {
    for (const each of names) zone[each] = [address]
  }
  return {
    name,
    join(container, names) {
      joined += 1
      const [address, link] = [`10.77.1.${joined}`, `posthorn${joined}`]
      ip('netns', 'add', container)
      ip('link', 'add', link, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', container)
      ip('link', 'set', link, 'master', bridge, 'up')
      ip('-n', container, 'link', 'set', 'lo', 'up')
      ip('-n', container, 'address', 'add', `${address}/16`, 'dev', 'eth0')
      ip('-n', container, 'link', 'set', 'eth0', 'up')
      ip('-n', container, 'route', 'add', 'default', 'via', addresses.host)
      name(address, names)
      return address
    },
    leave: (container) => ip('netns', 'delete', container),
    [Symbol.asyncDispose]: () => dns[Symbol.asyncDispose](),
  }
}

export type Certificates = { authority: string; certificate: string; key: string }

const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '30']

/** Creates a certificate authority, and one certificate for all of these host names, because the manifests demand TLS. */
export function makeCertificates(folder: string, names: readonly string[]): Certificates {
  mkdirSync(folder, { recursive: true })
  const [authority, authorityKey] = [join(folder, 'authority.pem'), join(folder, 'authority.key')]
  const [certificate, key] = [join(folder, 'server.pem'), join(folder, 'server.key')]
  const request = (name: string, files: readonly string[]) =>
    execFileSync('openssl', ['req', '-x509', ...curve, '-subj', `/CN=${name}`, ...files], { stdio: 'pipe' })
  request('Example authority', ['-keyout', authorityKey, '-out', authority])
  const alternatives = names.map((name) => `${/^[\d.]+$/.test(name) ? 'IP' : 'DNS'}:${name}`).join(',')
  const signed = ['-CA', authority, '-CAkey', authorityKey, '-addext', 'basicConstraints=critical,CA:false']
  request('servers', [...signed, '-addext', `subjectAltName=${alternatives}`, '-keyout', key, '-out', certificate])
  return { authority, certificate, key }
}

/** A folder mounted into a container. An in-memory folder starts empty and is writable by everyone. */
export type Mount =
  | { path: string; memoryMb?: number | undefined }
  | { path: string; folder: string; readOnly?: boolean }

export type Container = {
  name: string
  /** Which of our programs the container runs, or undefined for another server. */
  app: string | undefined
  /** The container's host names. */
  names: string[]
  env: Record<string, string>
  command: string[]
  mounts: Mount[]
  /** Whether its root file system is read-only. */
  readOnly: boolean
  /** Where the container reports whether it is ready. */
  probe: { port: string; path: string }
}

type RunningContainer = {
  container: Container
  address: string
  /** Resolves with the exit code, or with null if the container was ended by a signal. */
  exited: Promise<number | null>
  log(): string
  stop(): Promise<number | null>
}

/** Numeric user and group id in every image. The next constant is the user's home directory, which a container engine passes as HOME. */
export const imageUser = 1000
const home = '/home/node'
/** Paths of node and nats-server in a container, outside of the folders shared with this machine. */
const programs = { node: '/node', 'nats-server': '/nats-server' }

/** Files on this machine that a container is built from. */
type HostFiles = { programs: string; node: string; natsServer: string }

/** Creates a folder with the given owner and mode, as a container engine does for a volume. Returns its path. */
export function ownedFolder(folder: string, { uid, gid, mode }: { uid: number; gid: number; mode: number }): string {
  mkdirSync(folder, { recursive: true })
  chownSync(folder, uid, gid)
  chmodSync(folder, mode)
  return folder
}

/**
 * Returns a script that stands in for a container engine: it builds a root from this machine's system folders and our built programs, laid
 * out as in the image, in a separate mount namespace, and starts the command there as the container's user, without privileges.
 */
function bootScript({ app, mounts, readOnly }: Container, source: HostFiles): string {
  const bind = (from: string, to: string, isReadOnly: boolean) =>
    `mount --bind ${from} .${to}${isReadOnly ? ` && mount -o remount,bind,ro .${to}` : ''}`
  const mounted = mounts.map((mount) => {
    if ('folder' in mount)
      return `mkdir -p .${mount.path} && ${bind(mount.folder, mount.path, mount.readOnly === true)}`
    const size = mount.memoryMb === undefined ? '' : `,size=${mount.memoryMb}m`
    return `mkdir -p .${mount.path} && mount -t tmpfs -o mode=1777${size} posthorn .${mount.path}`
  })
  return [
    'set -e',
    'mount -t tmpfs -o mode=755 posthorn /mnt',
    'cd /mnt',
    'for each in usr bin sbin lib lib64; do if [ -L /$each ]; then cp -P /$each .; elif [ -d /$each ]; then mkdir $each; mount --bind /$each $each; mount -o remount,bind,ro $each; fi; done',
    'mkdir dev etc proc tmp program data',
    'mount --rbind /dev dev',
    'mount -t proc proc proc',
    'cp /etc/resolv.conf etc/resolv.conf',
    `echo node:x:${imageUser}:${imageUser}::${home}:/bin/sh > etc/passwd`,
    `chown ${imageUser}:${imageUser} data`,
    'touch node nats-server',
    bind(source.node, programs.node, true),
    bind(source.natsServer, programs['nats-server'], true),
    ...(app === undefined ? [] : [bind(join(source.programs, app), '/program', true)]),
    ...mounted,
    ...(readOnly ? ['mount -o remount,ro /mnt'] : []),
    `exec chroot /mnt sh -c 'cd /program; exec setpriv --reuid=${imageUser} --regid=${imageUser} --groups=${imageUser} --no-new-privs --bounding-set=-all --inh-caps=-all -- "$@"' sh "$@"`,
  ].join('\n')
}

/** Starts a container in its network namespace, which must exist, and in a new mount namespace. Its output goes to a file in `logs`. */
function startContainer(
  container: Container,
  { address, source, logs }: { address: string; source: HostFiles; logs: string },
): RunningContainer {
  const [program = '', ...args] = container.command
  const command = [program in programs ? programs[program as keyof typeof programs] : program, ...args]
  const logFile = join(logs, `${container.name}.log`)
  const output = openSync(logFile, 'a')
  const namespaces = [`--net=/run/netns/${container.name}`, 'unshare', '--mount', '--propagation', 'private']
  const child = spawn('nsenter', [...namespaces, 'sh', '-c', bootScript(container, source), 'sh', ...command], {
    env: { PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin', HOME: home, ...container.env },
    stdio: ['ignore', output, output],
  })
  const exited = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)))
  return { container, address, exited, log: () => readFileSync(logFile, 'utf8'), stop: () => stop(child, exited) }
}

/** Asks a container's process to end as Kubernetes does. Returns its exit code, or null if a signal ended it. */
function stop(child: ChildProcess, exited: Promise<number | null>): Promise<number | null> {
  if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM')
  return exited
}

/** The manifests' containers, with their values unchanged. */
export type Rendered = {
  name: string
  /** NATS, and the provider's simulator. */
  servers: Container[]
  /** Containers that run to completion before the processes start. */
  jobs: Container[]
  processes: Container[]
  publicUrl: string
  operator: string
}

/** Returns a rendering's Postgres URLs, each with one process's login. */
export const loginsOf = ({ processes }: Rendered): URL[] => {
  const urls = processes.map(({ env }) => env['DATABASE_URL'] ?? '')
  return [...new Set(urls)].map((url) => new URL(url))
}

export type Installation = AsyncDisposable & {
  rendered: Rendered
  postgres: RunningPostgres
  running: ReadonlyMap<string, RunningContainer>
  run(container: Container): Promise<string>
}

type InstallationSetup = {
  folder: string
  network: Network
  source: HostFiles
  postgres: RunningPostgres
  say(line: string): void
}

/** Starts the servers, then runs each job to completion, then starts all processes and waits until each is ready. */
export async function startInstallation(rendered: Rendered, place: InstallationSetup): Promise<Installation> {
  const { folder, network, source, say } = place
  const logs = join(folder, 'logs')
  mkdirSync(logs, { recursive: true })
  const running = new Map<string, RunningContainer>()
  const start = (container: Container) => {
    const started = startContainer(container, { address: network.join(container.name, container.names), source, logs })
    running.set(container.name, started)
    return started
  }
  const leave = async (container: RunningContainer) => {
    const code = await container.stop()
    running.delete(container.container.name)
    network.leave(container.container.name)
    return code
  }
  const run = async (container: Container) => {
    const started = start(container)
    const code = await started.exited
    await leave(started)
    if (code !== 0) throw new Error(`${container.name} ended with ${code}:\n${logEndOf(started)}`)
    return started.log()
  }
  const ready = async (container: Container) => {
    const begun = performance.now()
    await becomesReady(start(container))
    say(`  ${container.name}: ready after ${((performance.now() - begun) / 1_000).toFixed(1)} s`)
  }
  const [loginUrl] = loginsOf(rendered)
  network.name(addresses.postgres, [loginUrl?.hostname ?? ''])
  const end = async () => void (await Promise.all([...running.values()].map(leave)))
  try {
    await Promise.all(rendered.servers.map(ready))
    for (const job of rendered.jobs) {
      await run(job)
      say(`  ${job.name}: done`)
    }
    await Promise.all(rendered.processes.map(ready))
  } catch (error) {
    await end()
    throw error
  }
  return { rendered, running, run, postgres: place.postgres, [Symbol.asyncDispose]: end }
}

/** Returns the end of a container's log, for the message of a failure. */
const logEndOf = (container: RunningContainer): string => container.log().split('\n').slice(-15).join('\n')

/** Waits until a container reports that it is ready. Fails with the end of its log if it ends before or takes too long. */
async function becomesReady(container: RunningContainer): Promise<void> {
  const { name, probe } = container.container
  const ended = container.exited.then((code) => {
    throw new Error(`${name} ended with ${code} before it was ready:\n${logEndOf(container)}`)
  })
  const url = `http://${container.address}:${probe.port}${probe.path}`
  const answers = until(async () => (await fetch(url)).ok, { timeoutMs: 300_000, describe: `${name} to be ready` })
  await Promise.race([
    ended,
    answers.catch((error: Error) => Promise.reject(new Error(`${error.message}\n${logEndOf(container)}`))),
  ])
}
