import { type ChildProcess, spawn } from 'node:child_process'
import { chmodSync, chownSync, mkdirSync, openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

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

export type RunningContainer = {
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
export type ImageSource = { programs: string; node: string; natsServer: string }

/** Creates a folder with the given owner and mode, as a container engine does for a volume. Returns its path. */
export function ownedFolder(folder: string, { uid, gid, mode }: { uid: number; gid: number; mode: number }): string {
  mkdirSync(folder, { recursive: true })
  chownSync(folder, uid, gid)
  chmodSync(folder, mode)
  return folder
}

/**
 * Returns a script that builds a container's root as in its image, in a separate mount namespace, and starts the container's command there
 * as the container's user, without privileges.
 */
function bootScript({ app, mounts, readOnly }: Container, source: ImageSource): string {
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
export function startContainer(
  container: Container,
  { address, source, logs }: { address: string; source: ImageSource; logs: string },
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
