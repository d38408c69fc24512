import { fileURLToPath } from 'node:url'
import type { TestProject } from 'vitest/node'
import { type RunningTestServers, startTestServers, type TestServers } from './test-servers.ts'

declare module 'vitest' {
  interface ProvidedContext extends TestServers {}
}

/** Compile cache for programs that tests start. Without it, compiling takes two thirds of every start. */
const compileCache = fileURLToPath(new URL('../../../node_modules/.cache/compile', import.meta.url))

/**
 * Gives the whole test run the URLs of one Postgres, one NATS, and one simulator (`postgresUrl()`, `natsUrl()`, `sharedSimulator()`). Uses
 * the servers in `TEST_SERVERS`, which several runs can share. If that variable isn't set, starts servers for this run.
 *
 * @returns a function that stops the servers that were started.
 */
export const setup = async (project: TestProject): Promise<() => Promise<void>> => {
  process.env['NODE_COMPILE_CACHE'] ??= compileCache
  const { stop, ...servers } = sharedServers() ?? (await startTestServers())
  project.provide('postgresUrl', servers.postgresUrl)
  project.provide('natsUrl', servers.natsUrl)
  project.provide('simulatorUrl', servers.simulatorUrl)
  project.provide('postgresLog', servers.postgresLog)
  return stop
}

/**
 * Returns the servers that `TEST_SERVERS` names, or undefined without them. `stop` does nothing: the program that started them stops them.
 */
const sharedServers = (): RunningTestServers | undefined => {
  const text = process.env['TEST_SERVERS']
  return text === undefined ? undefined : { ...(JSON.parse(text) as TestServers), stop: async () => {} }
}
