import { join } from 'node:path'
import type { ServiceName } from '@posthorn/contracts'
import type { Secrets } from './data-folder.ts'
import { type Account, firstRun } from './first-run.ts'
import type { Host, Hosted } from './host.ts'
import type { Part, Settings } from './settings.ts'
import { startSettings } from './start-settings.ts'
import type { Progress } from './terminal.ts'

/** What exists before the parts start: settings, secrets, the servers, and the address of the gateway. */
export type Surroundings = {
  settings: Settings
  secrets: Secrets
  localUrl: string
  port: number
  natsUrl: string
  databaseUrls: Record<ServiceName, string>
}

/** Returns the settings with a service's Postgres URLs. With a pooler, one of the URLs goes through it with the service's own login. */
function databaseAddresses(direct: string, poolerUrl: string | undefined): Record<string, string> {
  if (poolerUrl === undefined) return { DATABASE_URL: direct }
  const { username, password } = new URL(direct)
  return { DATABASE_URL: Object.assign(new URL(poolerUrl), { username, password }).href, DATABASE_DIRECT_URL: direct }
}

/** Returns the simulator's environment. It listens on this machine only. */
function simulatorEnvironment({ settings }: Surroundings): Record<string, string> {
  return { ...settings.passed, PORT: '0', HOST: '127.0.0.1', DATA_DIR: join(settings.dataDir, 'simulator') }
}

/** Returns a service's environment, not including other services' URLs. */
function serviceEnvironment(name: ServiceName, surroundings: Surroundings): Record<string, string> {
  const { settings, secrets } = surroundings
  const credentials = Object.entries(secrets.credentials).map(([who, secret]) => `${who}:${secret}`)
  return {
    // Keeps a developer's terminal readable. The launcher itself reports which processes die and restart.
    LOG_LEVEL: startSettings.LOG_LEVEL.fallback,
    // A connection costs Postgres up to 10 MB, including its cached plans.
    DATABASE_POOL: startSettings.DATABASE_POOL.fallback,
    PUBLIC_URL: surroundings.localUrl,
    // For trials on a laptop, which may have its own Postgres. Deployments start differently.
    SAFETY_CHECKS: startSettings.SAFETY_CHECKS.fallback,
    BUS_NAME: `posthorn_${secrets.installation}`,
    ...settings.passed,
    ...databaseAddresses(surroundings.databaseUrls[name], settings.poolerUrl),
    NATS_URL: surroundings.natsUrl,
    MASTER_KEYS: secrets.masterKeys,
    SERVICE_CREDENTIALS: credentials.join(','),
    ALLOW_PRIVATE_ADDRESSES: String(settings.allowPrivateAddresses),
    ...(name === 'messaging' && {
      FILES_DIR: join(settings.dataDir, 'files'),
      CALLS_DIR: join(settings.dataDir, 'calls'),
    }),
    ...(name === 'contacts' &&
      settings.backupDir !== undefined && { ERASURE_JOURNAL_DIR: join(settings.backupDir, 'erasures') }),
    HOST: '127.0.0.1',
    RPC_PORT: '0',
    ROLE: 'all',
  }
}

/** Returns the gateway's environment: that of any service, its public port, its credential, and the URLs of the parts that already run. */
function gatewayEnvironment(
  surroundings: Surroundings,
  { port, urls }: { port: number; urls: Partial<Record<Part, string>> },
): Record<string, string> {
  const addresses = Object.entries(urls).map(([name, url]) => [`${name.toUpperCase()}_URL`, url])
  return {
    ...serviceEnvironment('gateway', surroundings),
    ...Object.fromEntries(addresses),
    PORT: String(port),
    CREDENTIAL: `gateway:${surroundings.secrets.credentials.gateway}`,
  }
}

export type System = {
  urls: Record<Part, string>
  url: string
  account: Account
  pids(): Record<string, number>
  stop(): Promise<void>
}

const behindTheGateway = ['messaging', 'contacts', 'groups', 'numbers', 'webhooks'] as const

/**
 * Starts the simulator, the services, and finally the gateway, so that its callers find everything available. On the first start, creates
 * the workspace, number and key before the gateway's public port opens.
 */
export async function startSystem(host: Host, surroundings: Surroundings, progress: Progress): Promise<System> {
  const parts = new Parts(host, progress)
  const { say } = progress
  const startGateway = (port: number) =>
    parts.start('gateway', gatewayEnvironment(surroundings, { port, urls: parts.urls() }))
  try {
    say('Starting the simulator …')
    const simulator = await parts.start('simulator', simulatorEnvironment(surroundings))
    say('Starting the services …')
    await startTogether((service) =>
      parts.start(service, { ...serviceEnvironment(service, surroundings), SIMULATOR_URL: simulator.url }),
    )
    const { startWaitMs: waitMs } = surroundings.settings
    const access = () => ({ urls: parts.urls(), operator: surroundings.secrets.credentials.operator, waitMs })
    const made = await firstRun({
      dataDir: surroundings.settings.dataDir,
      url: surroundings.localUrl,
      publicUrl: surroundings.settings.passed['PUBLIC_URL'] ?? surroundings.localUrl,
      simulator: simulator.url,
      say,
      host,
      async withGateway(work) {
        await startGateway(0)
        return work(access()).finally(() => parts.stop('gateway'))
      },
    })
    const gateway = await startGateway(surroundings.port)
    // A new link invalidates the previous one, so one is created only if someone can see it.
    const ownerToken = surroundings.settings.isTerminal
      ? await host.prepare('owner', { ...access(), workspace: made.account.workspace })
      : null
    const account = { ...made, ownerToken }
    const url = gateway.edgeUrl ?? gateway.url
    const pids = () => ({ ...host.pids(), ...parts.pids() })
    return { urls: parts.urls(), url, account, pids, stop: () => parts.stopAll() }
  } catch (error) {
    await parts.stopAll()
    throw error
  }
}

/** The parts that run. The gateway gets the URLs of the others, and all of them are stopped together, also after a failed start. */
class Parts {
  readonly #host: Host
  readonly #progress: Progress
  readonly #running = new Map<Part, Hosted>()

  constructor(host: Host, progress: Progress) {
    this.#host = host
    this.#progress = progress
  }

  async start(part: Part, env: Record<string, string>): Promise<Hosted> {
    const hosted = await this.#progress.awaits(part, this.#host.start(part, env))
    this.#running.set(part, hosted)
    return hosted
  }

  async stop(part: Part): Promise<void> {
    await this.#running.get(part)?.stop()
    this.#running.delete(part)
  }

  /** Stops the gateway first, so that it accepts no requests that would go unprocessed. */
  async stopAll(): Promise<void> {
    await this.stop('gateway')
    await Promise.all([...this.#running.keys()].map((part) => this.stop(part)))
  }

  urls(): Record<Part, string> {
    return Object.fromEntries([...this.#running].map(([part, { url }]) => [part, url])) as Record<Part, string>
  }

  /** Returns the ids of parts that have their own process. */
  pids(): Record<string, number> {
    const pids = [...this.#running].map(([part, { pid }]) => [part, pid()] as const)
    return Object.fromEntries(pids.filter((entry): entry is [Part, number] => entry[1] !== undefined))
  }
}

/** Starts the services behind the gateway in parallel. If one fails, waits for the others, so that they can be stopped. */
async function startTogether(start: (service: ServiceName) => Promise<Hosted>): Promise<void> {
  const results = await Promise.allSettled(behindTheGateway.map(start))
  for (const result of results) if (result.status === 'rejected') throw result.reason
}
