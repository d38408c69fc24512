import { execFile } from 'node:child_process'
import { createServer } from 'node:net'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { RunFile } from '@posthorn/client'
import {
  claimFolder,
  freePort,
  type RunningNats,
  type RunningPostgres,
  startNats,
  startPostgres,
} from '@posthorn/embedded'
import { archiveFolder, refuseOtherArchive } from './backup/archive.ts'
import type { BusAddress } from './bus.ts'
import { loadSecrets, type Secrets } from './data-folder.ts'
import type { DatabaseSetup } from './databases.ts'
import type { Account } from './first-run.ts'
import { type Host, keepRunning, type Mortal, type WatchedProcess } from './host.ts'
import { oneProcess } from './one-process.ts'
import type { QuarantinedService } from './quarantine.ts'
import { endLeftovers, factsOf, RunRecord } from './run-file.ts'
import type { Settings } from './settings.ts'
import { separateProcesses } from './split.ts'
import { type Surroundings, type System, startSystem } from './system.ts'
import { lineOf, Progress, reportChange, type Say, StartError } from './terminal.ts'

type Servers = {
  databaseUrl: string
  /** Whether Postgres is used only by this installation. */
  ownDatabase: boolean
  natsUrl: string
  pids(): Record<string, number>
  stopNats(): Promise<void>
  stopPostgres(): Promise<void>
}

/** Settings and secrets for the servers, the startup progress, and a callback for when a server's process changes. */
type ServersOptions = { settings: Settings; secrets: Secrets; progress: Progress; onRestart: () => void }

/** Starts the servers that aren't external. If one dies, it is restarted with the same port and data. */
async function startServers({ settings, secrets, progress, onRestart }: ServersOptions): Promise<Servers> {
  const { say } = progress
  const watched = new Map<string, WatchedProcess>()
  const stop = async (name: string) => {
    await watched.get(name)?.stop()
    watched.delete(name)
  }
  const archive = settings.backupDir === undefined ? undefined : archiveFolder(settings.backupDir)
  const embed = async <S extends Mortal & { port: number; url: string }>(
    name: string,
    start: (opts: { dataDir: string; password: string; archiveDir?: string; port?: number; log: Say }) => Promise<S>,
  ): Promise<string> => {
    const folder = name.toLowerCase() as keyof Secrets['serverPasswords']
    const dataDir = join(settings.dataDir, folder)
    const password = secrets.serverPasswords[folder]
    const opts = { dataDir, password, log: say, ...(archive === undefined ? {} : { archiveDir: archive }) }
    const first = await progress.awaits(name, start(opts))
    const again = () => start({ ...opts, port: first.port })
    watched.set(name, keepRunning({ first, again, onChange: reportChange(name, { say, onRestart }) }))
    return first.url
  }
  try {
    if (!settings.databaseUrl) say('Starting Postgres …')
    if (!settings.natsUrl) say('Starting NATS …')
    // Waits for both, so that one that is still starting is not left running if the other fails.
    const results = await Promise.allSettled([
      settings.databaseUrl ?? embed<RunningPostgres>('Postgres', startPostgres),
      settings.natsUrl ?? embed<RunningNats>('NATS', startNats),
    ])
    const [databaseUrl, natsUrl] = results.map((result) => {
      if (result.status === 'rejected') throw result.reason
      return result.value
    }) as [string, string]
    return {
      databaseUrl,
      ownDatabase: settings.databaseUrl === undefined,
      natsUrl,
      pids: () => Object.fromEntries([...watched].map(([name, { pid }]) => [name.toLowerCase(), pid()])),
      stopNats: () => stop('NATS'),
      stopPostgres: () => stop('Postgres'),
    }
  } catch (error) {
    await stop('NATS')
    await stop('Postgres')
    throw error
  }
}

const execute = promisify(execFile)

/**
 * Builds the dashboard if its sources differ from those of the last build. Uses a separate process, so that the memory is freed afterwards.
 * If the build fails, the system still serves its API.
 */
async function buildDashboard(say: Say, signal: AbortSignal): Promise<void> {
  const folder = dirname(fileURLToPath(import.meta.resolve('@posthorn/dashboard/package.json')))
  try {
    const args = ['--conditions=source', join(folder, 'build/main.ts')]
    const { stdout } = await execute(process.execPath, args, { cwd: folder, signal })
    if (stdout.includes('built')) say(stdout.trim())
  } catch (error) {
    if (!signal.aborted) say(`Warning: the dashboard could not be built, so /app is not served: ${lineOf(error)}`)
  }
}

export type Launched = {
  url: string
  account: Account
  quarantined: QuarantinedService[]
  /** Stops the gateway, the services, NATS and Postgres, in this order. */
  stop(): Promise<void>
}

/**
 * Starts the whole system on a data folder that is known to be usable. Aborting `signal` cancels the start.
 *
 * @throws the signal's reason if it was aborted, otherwise an error with a one-line message for the terminal. In both cases, nothing is
 * left running.
 */
export async function launch(settings: Settings, say: Say, signal: AbortSignal): Promise<Launched> {
  const release = claimFolder(settings.dataDir)
  const progress = new Progress(say)
  const run = new RunRecord(settings.dataDir, say)
  const building = new AbortController()
  let servers: Servers | undefined
  let system: System | undefined
  let host: Host | undefined
  const stop = async () => {
    progress.end()
    building.abort()
    await system?.stop()
    await host?.end()
    await servers?.stopNats()
    await servers?.stopPostgres()
    run.remove()
    release()
  }
  // Doesn't wait for parts that are starting, because nothing has been accepted yet.
  const giveUp = () => {
    building.abort()
    void host?.end()
  }
  signal.addEventListener('abort', giveUp)
  try {
    await endLeftovers(settings.dataDir, say)
    const port = settings.port === 0 ? await freePort() : await provenFree(settings.port)
    if (settings.backupDir && !settings.databaseUrl) refuseOtherArchive(settings.dataDir, settings.backupDir)
    const secrets = loadSecrets(settings.dataDir)
    // Builds in parallel with starting the servers, which don't depend on it.
    const dashboard = buildDashboard(say, building.signal)
    const record = () => {
      if (servers && system) run.write(runFileOf({ settings, servers, system, secrets }))
    }
    // Lets one process load its code while the servers start.
    const hosting = { say, onRestart: record, signal }
    host = settings.split ? separateProcesses(hosting) : oneProcess({ ...hosting, env: settings.passed })
    servers = await startServers({ settings, secrets, progress, onRestart: record })
    signal.throwIfAborted()
    say('Preparing the databases …')
    const { natsUrl } = servers
    const databaseUrls = await progress.awaits(
      'the databases',
      host.prepare('databases', setupOf(settings, servers, secrets)),
    )
    if (settings.natsUrl) await progress.awaits('NATS', host.prepare('bus', busOf(settings)))
    const localUrl = `http://127.0.0.1:${port}`
    const surroundings: Surroundings = { settings, secrets, localUrl, port, natsUrl, databaseUrls }
    system = await startSystem(host, surroundings, progress)
    record()
    const access = { urls: system.urls, operator: secrets.credentials.operator, waitMs: settings.startWaitMs }
    const quarantined = await host.prepare('quarantined', access)
    await progress.awaits('the dashboard', dashboard)
    signal.throwIfAborted()
    return { url: system.url, account: system.account, quarantined, stop }
  } catch (error) {
    await stop()
    throw signal.aborted ? signal.reason : error
  } finally {
    progress.end()
    signal.removeEventListener('abort', giveUp)
  }
}

/** Returns the input of the preparation that sets up the databases. */
function setupOf(settings: Settings, servers: Servers, { databasePasswords: passwords }: Secrets): DatabaseSetup {
  const { databaseUrl: adminUrl, ownDatabase } = servers
  return { adminUrl, ownDatabase, others: settings.databaseUrls, passwords, waitMs: settings.startWaitMs }
}

/** Returns the input of the preparation that checks an external NATS. */
function busOf({ natsUrl: url = '', passed, startWaitMs: waitMs }: Settings): BusAddress {
  return { url, tls: { ca: passed['NATS_CA'], cert: passed['NATS_CERT'], key: passed['NATS_KEY'] }, waitMs }
}

/** Returns what commands and tests need to find and use the running system. */
function runFileOf({
  settings,
  servers,
  system,
  secrets,
}: {
  settings: Settings
  servers: Servers
  system: System
  secrets: Secrets
}): RunFile {
  return {
    pid: process.pid,
    url: system.url,
    urls: system.urls,
    credential: { name: 'operator', secret: secrets.credentials.operator },
    databaseUrl: servers.databaseUrl,
    databaseUrls: settings.databaseUrls,
    natsUrl: servers.natsUrl,
    processes: factsOf({ launcher: process.pid, ...servers.pids(), ...system.pids() }),
  }
}

/** How long a process may hold its port after it exits. The port is released by the process's last thread. */
const portFreeWithinMs = 2_000
const portPauseMs = 100

/** Returns the port if nothing listens on it, and throws otherwise. Called early, because the gateway takes the port only at the end. */
async function provenFree(port: number): Promise<number> {
  const endsAt = performance.now() + portFreeWithinMs
  for (;;) {
    const errorCode = await listenOnce(port)
    if (errorCode === undefined) return port
    if (errorCode === 'EADDRINUSE' && performance.now() < endsAt) await pause(portPauseMs)
    else {
      const reason = errorCode === 'EADDRINUSE' ? 'is in use' : `cannot be used (${errorCode})`
      throw new StartError(`PORT: ${port} ${reason}: stop what listens there, or choose another with PORT=<number>`)
    }
  }
}

/** Tries to listen on a port. Returns the error code if that fails. */
function listenOnce(port: number): Promise<string | undefined> {
  const server = createServer()
  return new Promise((resolve) => {
    server.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(undefined)))
  })
}
