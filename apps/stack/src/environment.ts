import { join } from 'node:path'
import type { ServiceName } from '@posthorn/contracts'
import type { Part } from './parts.ts'
import type { Secrets } from './secrets.ts'
import type { Settings } from './settings.ts'

export type Surroundings = {
  settings: Settings
  secrets: Secrets
  localUrl: string
  port: number
  natsUrl: string
  databaseUrls: Record<ServiceName, string>
}

/**
 * Maximum connections per service. A connection costs Postgres up to 10 MB, including its cached plans. Messaging gets one more, because it
 * has the most loops.
 */
const databasePool = (name: ServiceName): string => (name === 'messaging' ? '5' : '4')

/** Returns a service's Postgres URLs. With a pooler, one of the URLs goes through it with the service's own login. */
function databaseAddresses(direct: string, poolerUrl: string | undefined): Record<string, string> {
  if (poolerUrl === undefined) return { DATABASE_URL: direct }
  const { username, password } = new URL(direct)
  return { DATABASE_URL: Object.assign(new URL(poolerUrl), { username, password }).href, DATABASE_DIRECT_URL: direct }
}

export function simulatorEnvironment({ settings }: Surroundings): Record<string, string> {
  return { ...settings.passed, PORT: '0', HOST: '127.0.0.1', DATA_DIR: join(settings.dataDir, 'simulator') }
}

/** Returns a service's environment, not including other services' URLs. */
export function serviceEnvironment(name: ServiceName, around: Surroundings): Record<string, string> {
  const { settings, secrets } = around
  const credentials = Object.entries(secrets.credentials).map(([who, secret]) => `${who}:${secret}`)
  return {
    // Keeps a developer's terminal readable. The launcher itself reports which processes die and restart.
    LOG_LEVEL: 'error',
    DATABASE_POOL: databasePool(name),
    PUBLIC_URL: around.localUrl,
    // For trials on a laptop, which may have its own Postgres. Deployments start differently.
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

/** Returns additional settings for the gateway: its port, its credential, and the services' URLs. */
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
