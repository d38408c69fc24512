import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  lchownSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import {
  EmbeddedServerError,
  endProcess,
  pidIsTaken,
  processesIn,
  processFacts,
  reasonOf,
  run,
  succeeds,
  waitUntil,
} from './processes.ts'

const NOBODY = 65534
const NAMESPACE = ['unshare', '--user', `--map-user=${NOBODY}`, `--map-group=${NOBODY}`] as const

/**
 * The user to run Postgres as, because it refuses to run as root. `self`: our own user. `namespace`: root mapped to an unprivileged user in
 * a user namespace, which needs no other account and works in a 0700 home. `nobody`: user id 65534, with a copy of the binaries that it can
 * read.
 */
export type RunAs = 'self' | 'namespace' | 'nobody'

/** Chooses how to run Postgres: as ourselves unless we are root, then in a namespace if the kernel allows one. */
export const chooseRunAs = async (): Promise<RunAs> => {
  if (process.getuid?.() !== 0) return 'self'
  const [command, ...args] = NAMESPACE
  return (await succeeds(command, [...args, 'true'])) ? 'namespace' : 'nobody'
}

/** Returns the prefix for the command of a program, and the user id to start it with. */
export const identityOf = (runAs: RunAs): { prefix: string[]; uid?: number } => {
  if (runAs === 'namespace') return { prefix: [...NAMESPACE] }
  return runAs === 'nobody' ? { prefix: [], uid: NOBODY } : { prefix: [] }
}

/**
 * If run as root, gives a server's folder to the user that the server runs as. If that is `nobody`, checks that it can enter the parents, and
 * lets other users pass through the folder without listing it. Otherwise, does nothing.
 *
 * @throws EmbeddedServerError if `nobody` can't enter a parent folder.
 */
export const openFolderFor = (folder: string, runAs: RunAs): void => {
  if (process.getuid?.() !== 0) return
  chownTree(folder, runAs === 'nobody' ? NOBODY : 0)
  if (runAs !== 'nobody') return
  chmodSync(folder, 0o711)
  for (let parent = dirname(folder); parent !== dirname(parent); parent = dirname(parent)) {
    if ((statSync(parent).mode & 0o001) === 0) {
      throw new EmbeddedServerError(
        `Postgres cannot run as root, and another user cannot enter ${parent}: ` +
          'start as an ordinary user, choose a data folder elsewhere, or set DATABASE_URL',
      )
    }
  }
}

/** Gives a folder and all it contains to a user. A folder that is already theirs is left as it is. */
const chownTree = (path: string, uid: number): void => {
  if (statSync(path).uid === uid) return
  for (const entry of readdirSync(path, { recursive: true, encoding: 'utf8' })) lchownSync(join(path, entry), uid, uid)
  chownSync(path, uid, uid)
}

/**
 * Returns the folder to run Postgres's programs from: the package's own or, for `nobody`, a copy inside `folder`, because other users may
 * not be able to read the package.
 */
export const binariesFor = (runAs: RunAs, packaged: string, folder: string): string => {
  if (runAs !== 'nobody') return packaged
  const copy = join(folder, 'programs')
  if (!existsSync(copy)) {
    const unfinished = `${copy}.unfinished`
    rmSync(unfinished, { recursive: true, force: true })
    cpSync(packaged, unfinished, { recursive: true, verbatimSymlinks: true })
    renameSync(unfinished, copy)
  }
  return copy
}

/** Quotes a path as a shell word for a Postgres setting, in which % starts a placeholder. */
const quotedPath = (path: string): string => `'${path.replaceAll("'", `'\\''`).replaceAll('%', '%%')}'`

/**
 * Settings that make Postgres copy each finished segment of its write-ahead log to a folder, atomically, and finish a segment at least once
 * a minute. If the folder already contains the segment, it must be identical. The settings of a folder are the same by any of its paths.
 */
export const archiveSettings = (folder: string): Record<string, string> => {
  const path = quotedPath(realpathSync(folder))
  const [segment, unfinished] = [`${path}/%f`, `${path}/.%f.unfinished`]
  return {
    archive_mode: 'on',
    archive_timeout: '60s',
    archive_command: `if test -f ${segment}; then cmp -s %p ${segment}; else cp %p ${unfinished} && sync ${unfinished} && mv ${unfinished} ${segment}; fi`,
  }
}

/** The time to recover to, or else the end of the archive, and the timeline: its number, or `current` for that of the base backup. */
type RecoveryTarget = { to?: Date | undefined; timeline: string }

/**
 * Settings that recover a restored cluster from its base backup, and let it continue from there. They name every target, because the base
 * backup contains the settings of an earlier restore.
 */
export const recoverySettings = (folder: string, { to, timeline }: RecoveryTarget): Record<string, string> => ({
  restore_command: `cp ${quotedPath(folder)}/%f %p`,
  recovery_target_timeline: timeline,
  // No connections before recovery ends: an early client would think the server is ready, and find it read-only.
  hot_standby: 'off',
  recovery_target_time: to === undefined ? '' : settingOf(to),
  recovery_target_action: 'promote',
})

/** While reading its settings, Postgres doesn't know time zone names, not even `Z`. */
const settingOf = (time: Date): string => time.toISOString().replace('T', ' ').replace('Z', '+00')

/** Contents of postmaster.pid (Postgres's miscadmin.h lists its lines). */
type PostmasterFile = { pid: number; dataDir: string; status: string }

/** Reads the file that a running Postgres keeps in its cluster. Undefined if there is none. */
export const readPostmasterFile = (cluster: string): PostmasterFile | undefined => {
  try {
    const lines = readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')
    return { pid: Number(lines[0]), dataDir: lines[1] ?? '', status: lines[7]?.trim() ?? '' }
  } catch {
    return undefined
  }
}

/**
 * Postgres's programs, the user to run them as, and the superuser's password. Without a password, every user on this machine has access.
 */
type ClusterOptions = { binaries: string; runAs: RunAs; durable: boolean; password: string | undefined }

/**
 * Creates a data folder with `initdb` if there is none: SCRAM passwords, UTF-8, code point order, checksums. Creates it under another name
 * and then renames it, so that an interrupted start leaves nothing incomplete.
 */
export const initializeCluster = async (cluster: string, options: ClusterOptions): Promise<void> => {
  if (existsSync(cluster)) return
  const unfinished = `${cluster}.unfinished`
  rmSync(unfinished, { recursive: true, force: true })
  // macOS has no C.UTF-8 locale, but Postgres includes one with the same order.
  const locale =
    process.platform === 'darwin'
      ? ['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
      : ['--locale=C.UTF-8']
  const { prefix, ...identity } = identityOf(options.runAs)
  // In a file, because every user can see a command line.
  const passwordFile = `${cluster}.password`
  const access = options.password === undefined ? ['-A', 'trust'] : ['-A', 'scram-sha-256', `--pwfile=${passwordFile}`]
  const flags = [...access, '-U', 'postgres', '-E', 'UTF8', ...locale, '--data-checksums']
  const sync = options.durable ? [] : ['--no-sync']
  const [command, ...args] = [...prefix, join(options.binaries, 'bin', 'initdb'), '-D', unfinished, ...flags, ...sync]
  try {
    if (options.password !== undefined) {
      rmSync(passwordFile, { force: true })
      writeFileSync(passwordFile, options.password, { mode: 0o600 })
      if (identity.uid !== undefined) chownSync(passwordFile, identity.uid, identity.uid)
    }
    await run(command ?? '', args, identity)
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true })
    throw new EmbeddedServerError(`Postgres could not make its data folder ${cluster}: ${reasonOf(error)}`, {
      cause: error,
    })
  } finally {
    rmSync(passwordFile, { force: true })
  }
  renameSync(unfinished, cluster)
}

/**
 * Stops any server that an earlier, killed run left running on a data folder. Claim the folder first, so that only a server without an
 * owner can be found. A stale postmaster.pid is left for Postgres to handle, because Postgres also checks for shared memory in use. The
 * file is deleted only if its process id now belongs to another program, because Postgres would then refuse to start.
 *
 * @throws EmbeddedServerError if the old server can't be stopped.
 */
export const retirePredecessor = async (cluster: string, log: (line: string) => void): Promise<void> => {
  const old = readPostmasterFile(cluster)
  if (old === undefined) return
  const folder = realpathSync(cluster)
  if (isPostgresOn(old, cluster)) {
    log(`stopping the Postgres left over by an earlier run (process ${old.pid})`)
    if (
      !(await endProcess(old.pid, [
        ['SIGINT', 20_000],
        ['SIGQUIT', 10_000],
        ['SIGKILL', 5_000],
      ]))
    ) {
      throw new EmbeddedServerError(`process ${old.pid} still runs Postgres on ${cluster}: stop it and start again`)
    }
  }
  if (!(await waitUntil(() => processesIn(folder).length === 0, 15_000))) {
    throw new EmbeddedServerError(
      `processes ${processesIn(folder).join(', ')} still work on ${cluster}: stop them and start again`,
    )
  }
  if (pidIsTaken(old.pid)) rmSync(join(cluster, 'postmaster.pid'), { force: true })
}

/** Returns whether the process in the file is a Postgres on this cluster, and not a later program with the same id. */
const isPostgresOn = (file: PostmasterFile, cluster: string): boolean => {
  const facts = processFacts(file.pid)
  return facts?.command.includes('postgres') === true && facts.command.includes(`-D ${cluster} `)
}
