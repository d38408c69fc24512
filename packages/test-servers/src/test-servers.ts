import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startNats, startPostgres } from '@posthorn/embedded'
import { startSimulatorProcess } from './simulator.ts'

export type TestServers = {
  /** Superuser's connection URL for Postgres. */
  postgresUrl: string
  natsUrl: string
  simulatorUrl: string
  /** Postgres's log file, whose entries start with database and program; null if the server isn't ours. */
  postgresLog: string | null
}

export type RunningTestServers = TestServers & { stop(): Promise<void> }

/**
 * Starts Postgres, NATS, and a simulator in a temporary folder. If `TEST_DATABASE_URL` or `TEST_NATS_URL` is set, the server at that URL is
 * used instead.
 *
 * @returns the servers. `stop` stops those that were started, and removes the folder.
 */
export const startTestServers = async (): Promise<RunningTestServers> => {
  const folder = mkdtempSync(join(tmpdir(), 'posthorn-test-'))
  // Postgres may run as another user, who must be able to reach its folder.
  chmodSync(folder, 0o711)
  const stops: (() => Promise<void>)[] = []
  const stop = async () => {
    await Promise.all(stops.map((each) => each()))
    rmSync(folder, { recursive: true, force: true })
  }
  const { TEST_DATABASE_URL: databaseUrl, TEST_NATS_URL: busUrl } = process.env
  try {
    const started = await Promise.allSettled([
      databaseUrl ?? ownPostgres(join(folder, 'postgres'), stops),
      busUrl ?? ownNats(join(folder, 'nats'), stops),
      ownSimulator(join(folder, 'simulator'), stops),
    ])
    // If one server fails, the other servers have started by now and can be stopped.
    const [postgresUrl, natsUrl, simulatorUrl] = started.map((each) => {
      if (each.status === 'rejected') throw each.reason
      return each.value
    }) as [string, string, string]
    const postgresLog = databaseUrl === undefined ? join(folder, 'postgres', 'server.log') : null
    return { postgresUrl, natsUrl, simulatorUrl, postgresLog, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Starts a Postgres, and adds the function that stops it to `stops`. */
const ownPostgres = async (dataDir: string, stops: (() => Promise<void>)[]): Promise<string> => {
  // Each autovacuum round starts a process for every database, and a test run has hundreds of databases.
  const settings = { max_connections: '300', log_line_prefix: '%d|%a|', autovacuum_naptime: '2min' }
  const postgres = await startPostgres({ dataDir, durable: false, settings })
  stops.push(() => postgres.stop('immediate'))
  return postgres.url
}

/**
 * Starts a NATS server, and adds the function that stops it to `stops`. Streams may reserve any size, because many tests share the server.
 */
const ownNats = async (dataDir: string, stops: (() => Promise<void>)[]): Promise<string> => {
  const nats = await startNats({ dataDir, reservableBytesMax: 2 ** 50 })
  stops.push(() => nats.stop())
  return nats.url
}

/** Starts a simulator of the provider, and adds the function that stops it to `stops`. */
const ownSimulator = async (dataDir: string, stops: (() => Promise<void>)[]): Promise<string> => {
  const simulator = await startSimulatorProcess({ dataDir })
  stops.push(() => simulator.stop())
  return simulator.url
}
