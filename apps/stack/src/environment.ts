import { join } from 'node:path'
import type { ServiceName } from '@posthorn/contracts'
import type { Part } from './parts.ts'
import type { Secrets } from './secrets.ts'
import type { Settings } from './settings.ts'

/** The settings of every part. */
export type Surroundings = {
  settings: Settings
  secrets: Secrets
  /** URL of the gateway on this machine. */
  localUrl: string
  port: number
  natsUrl: string
  databaseUrls: Record<ServiceName, string>
}

/** Maximum number of connections of a service. Each costs Postgres up to 10 MB with its plans, and messaging has the most loops. */
const databasePool = (name: ServiceName): string => (name === 'messaging' ? '5' : '4')

/** The URLs a service uses for Postgres: through a pooler with its own login, if there is one. */
function databaseAddresses(direct: string, poolerUrl: string | undefined): Record<string, string> {
  if (poolerUrl === undefined) return { DATABASE_URL: direct }
  const { username, password } = new URL(direct)
  return { DATABASE_URL: Object.assign(new URL(poolerUrl), { username, password }).href, DATABASE_DIRECT_URL: direct }
}

export function simulatorEnvironment({ settings }: Surroundings): Record<string, string> {
  return { ...settings.passed, PORT: '0', HOST: '127.0.0.1', DATA_DIR: join(settings.dataDir, 'simulator') }
}

/** Environment of a service, without the URLs of others. */
export function serviceEnvironment(name: ServiceName, around: Surroundings): Record<string, string> {
  const { settings, secrets } = around
  const credentials = Object.entries(secrets.credentials).map(([who, secret]) => `${who}:${secret}`)
  return {
    // Keeps a developer's terminal readable; the launcher itself reports what dies and restarts.
    LOG_LEVEL: 'error',
    DATABASE_POOL: databasePool(name),
    PUBLIC_URL: around.localUrl,
    // For trials on a laptop, which may have its own Postgres; deployments don't start this way.
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

/** Additional settings of the gateway: its port, its credential, and the URLs of the others. */
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
