import { type ChildProcess, spawn } from 'node:child_process'
import { chmodSync, chownSync, mkdirSync, openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A folder mounted into a container. In memory, it is empty and everyone may write to it. */
export type Mount =
  | { path: string; memoryMb?: number | undefined }
  | { path: string; folder: string; readOnly?: boolean }

/** A container as a manifest describes it. */
export type Container = {
  name: string
  /** Our program in it; undefined: another server. */
  app: string | undefined
  /** Host name for others. */
  names: string[]
  env: Record<string, string>
  command: string[]
  mounts: Mount[]
  /** Whether its image cannot be changed. */
  readOnly: boolean
  /** Where it says whether it is ready. */
  probe: { port: string; path: string }
}

export type RunningContainer = {
  container: Container
  address: string
  /** Its exit code; null after a signal. */
  exited: Promise<number | null>
  log(): string
  /** Ends it with SIGTERM; returns its exit code. */
  stop(): Promise<number | null>
}

/** User and group of an image, by number, and the user's folder, which a container engine tells it. */
export const imageUser = 1000
const home = '/home/node'
/** A container's own node and nats-server, outside of the folders that it shares with this machine. */
const programs = { node: '/node', 'nats-server': '/nats-server' }

/** Files of this machine that a container is made of. */
export type ImageSource = { programs: string; node: string; natsServer: string }

/** Makes a folder with an owner, as a container engine makes a volume; returns it. */
export function ownedFolder(folder: string, { uid, gid, mode }: { uid: number; gid: number; mode: number }): string {
  mkdirSync(folder, { recursive: true })
  chownSync(folder, uid, gid)
  chmodSync(folder, mode)
  return folder
}

/** Builds the root of a container in its own mount namespace, as its image has it, and starts its command there as its user, without privileges. */
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

/** Starts a container at the address that its network gave it. */
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

function stop(child: ChildProcess, exited: Promise<number | null>): Promise<number | null> {
  if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM')
  return exited
}
