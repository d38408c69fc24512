import { join } from 'node:path'
import type { ServiceName } from '@posthorn/contracts'
import type { Part } from './parts.ts'
import type { Secrets } from './secrets.ts'
import type { Settings } from './settings.ts'

/** The settings of every part. */
export type Surroundings = {
  settings: Settings
  secrets: Secrets
  /** The address of the gateway on this machine. */
  localUrl: string
  port: number
  natsUrl: string
  databaseUrls: Record<ServiceName, string>
}

/** Connections a service keeps at most: each costs Postgres up to 10 MB with its plans, and messaging has most loops. */
const databasePool = (name: ServiceName): string => (name === 'messaging' ? '5' : '4')

/** The addresses by which a service reaches Postgres: by a pooler with its own login, where there is one. */
function databaseAddresses(direct: string, poolerUrl: string | undefined): Record<string, string> {
  if (poolerUrl === undefined) return { DATABASE_URL: direct }
  const { username, password } = new URL(direct)
  return { DATABASE_URL: Object.assign(new URL(poolerUrl), { username, password }).href, DATABASE_DIRECT_URL: direct }
}

/** The environment of the simulator. */
export function simulatorEnvironment({ settings }: Surroundings): Record<string, string> {
  return { ...settings.passed, PORT: '0', HOST: '127.0.0.1', DATA_DIR: join(settings.dataDir, 'simulator') }
}

/** The environment of a service, but for the addresses of others. */
export function serviceEnvironment(name: ServiceName, around: Surroundings): Record<string, string> {
  const { settings, secrets } = around
  const credentials = Object.entries(secrets.credentials).map(([who, secret]) => `${who}:${secret}`)
  return {
    // The terminal of a developer stays readable; the launcher itself says what dies and comes back.
    LOG_LEVEL: 'error',
    DATABASE_POOL: databasePool(name),
    PUBLIC_URL: around.localUrl,
    // What is tried out on a laptop may be on a Postgres that is; a deployment does not go this way.
    SAFETY_CHECKS: 'skip',
    BUS_NAME: `posthorn_${secrets.installation}`,
    ...settings.passed,
    ...databaseAddresses(around.databaseUrls[name], settings.poolerUrl),
    NATS_URL: around.natsUrl,
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

/** The further settings of the gateway: its port, its credential, and the addresses of the others. */
export function gatewayEnvironment(
  around: Surroundings,
  { port, urls }: { port: number; urls: Partial<Record<Part, string>> },
): Record<string, string> {
  const addresses = Object.entries(urls).map(([name, url]) => [`${name.toUpperCase()}_URL`, url])
  return {
    ...serviceEnvironment('gateway', around),
    ...Object.fromEntries(addresses),
    PORT: String(port),
    CREDENTIAL: `gateway:${around.secrets.credentials.gateway}`,
  }
}
