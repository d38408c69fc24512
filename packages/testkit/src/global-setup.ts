import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startNats, startPostgres } from '@posthorn/embedded'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  interface ProvidedContext {
    /** Connection URL of the superuser of the run's Postgres. */
    postgresUrl: string
    /** URL of the run's NATS. */
    natsUrl: string
    /** File that the run's Postgres logs to, each entry begun with database and program; null for one that was given. */
    postgresLog: string | null
  }
}

/** Compiled code of what tests start as programs: without it every start compiles everything anew, which takes two thirds of it. */
const compileCache = fileURLToPath(new URL('../../../node_modules/.cache/compile', import.meta.url))

/**
 * Starts one Postgres and one NATS for the whole test run, in a temporary folder, and provides their URLs
 * (`postgresUrl()`, `natsUrl()`). `TEST_DATABASE_URL` and `TEST_NATS_URL` name servers to use instead.
 *
 * @returns the function that stops them and removes the folder.
 */
export const setup = async (project: TestProject): Promise<() => Promise<void>> => {
  process.env['NODE_COMPILE_CACHE'] ??= compileCache
  const folder = mkdtempSync(join(tmpdir(), 'posthorn-test-'))
  // Postgres may run as another user than ours, who must be able to reach its folder.
  chmodSync(folder, 0o711)
  const stops: (() => Promise<void>)[] = []
  const stop = async () => {
    await Promise.all(stops.map((each) => each()))
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    const [postgresUrl, natsUrl] = await Promise.all([
      process.env['TEST_DATABASE_URL'] ?? ownPostgres(join(folder, 'postgres'), stops),
      process.env['TEST_NATS_URL'] ?? ownNats(join(folder, 'nats'), stops),
    ])
    project.provide('postgresUrl', postgresUrl)
    project.provide('natsUrl', natsUrl)
    const isOwn = process.env['TEST_DATABASE_URL'] === undefined
    project.provide('postgresLog', isOwn ? join(folder, 'postgres', 'server.log') : null)
  } catch (error) {
    await stop()
    throw error
  }
  return stop
}

const ownPostgres = async (dataDir: string, stops: (() => Promise<void>)[]): Promise<string> => {
  const settings = { max_connections: '300', log_line_prefix: '%d|%a|' }
  const postgres = await startPostgres({ dataDir, durable: false, settings })
  stops.push(() => postgres.stop('immediate'))
  return postgres.url
}

const ownNats = async (dataDir: string, stops: (() => Promise<void>)[]): Promise<string> => {
  const nats = await startNats({ dataDir, syncAlways: false, reservableBytesMax: 2 ** 50 })
  stops.push(() => nats.stop())
  return nats.url
}
