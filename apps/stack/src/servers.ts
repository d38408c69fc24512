import { join } from 'node:path'
import { type RunningNats, type RunningPostgres, startNats, startPostgres } from '@posthorn/embedded'
import { archiveFolder } from './backup/backup.ts'
import { keepRunning, type Mortal, type WatchedProcess } from './keep-running.ts'
import type { Progress, Say } from './progress.ts'
import type { Secrets } from './secrets.ts'
import type { Settings } from './settings.ts'
import { lineOf } from './start-error.ts'

export type Servers = {
  databaseUrl: string
  /** Whether Postgres is used only by this installation. */
  ownDatabase: boolean
  natsUrl: string
  pids(): Record<string, number>
  stopNats(): Promise<void>
  stopPostgres(): Promise<void>
}

/** Settings and secrets for the servers, the startup progress, and a callback for when a server's process changes. */
export type ServersOptions = { settings: Settings; secrets: Secrets; progress: Progress; onRestart: () => void }

/** Starts the servers that aren't external. If one dies, it is restarted with the same port and data. */
export async function startServers({ settings, secrets, progress, onRestart }: ServersOptions): Promise<Servers> {
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

function reportChange(name: string, { say, onRestart }: { say: Say; onRestart: () => void }) {
  return (change: { died: true } | { failed: unknown } | { started: unknown }) => {
    if ('died' in change) say(`${name} ended unexpectedly; starting it again …`)
    if ('failed' in change) say(`${name} did not start: ${lineOf(change.failed)}`)
    if ('started' in change) say(`${name} runs again`)
    onRestart()
  }
}
