import { join, resolve } from 'node:path'
import { chassisConfig, withDatabaseTls } from '@posthorn/chassis'
import { type ServiceName, unknownSettings } from '@posthorn/contracts'
import { services } from './parts.ts'
import { lineOf, StartError } from './start-error.ts'

/** Settings of the launcher, read from environment and arguments. */
export type Settings = {
  /** Port of the gateway; 0 takes a free one. */
  port: number
  /** Absolute; everything kept lies there. */
  dataDir: string
  /** Postgres to use, with the name of a user who may create roles and schemas; absent: the embedded one. */
  databaseUrl: string | undefined
  /** The pooler through which services reach `databaseUrl`, if there is one. */
  poolerUrl: string | undefined
  /** Postgres of single services in place of `databaseUrl`, likewise with the name of an administrator. */
  databaseUrls: DatabaseUrls
  /** Folder for backups of the embedded Postgres; absent: there are none. */
  backupDir: string | undefined
  /** NATS to use; absent: the embedded one. */
  natsUrl: string | undefined
  /** True when webhooks may go to private addresses; on a laptop they do by default. */
  allowPrivateAddresses: boolean
  /** Longest wait of a start for what does not answer yet. */
  startWaitMs: number
  /** Each service as a process of its own. */
  split: boolean
  /** The environment without what the launcher decides for each service; the rest reaches every service. */
  passed: Record<string, string>
  /** True when a person reads what is printed. */
  isTerminal: boolean
}

/** Addresses of Postgres for an administrator, by service; a service that is not named uses the one of all. */
export type DatabaseUrls = Partial<Record<ServiceName, string>>

/** Returns the name of the setting that gives a service a Postgres of its own. */
export const databaseSetting = (service: ServiceName): string => `DATABASE_URL_${service.toUpperCase()}`

/** Settings that differ from service to service: the launcher sets them. */
const decidedHere = new Set(
  [
    'PORT',
    'DATA_DIR',
    'BACKUP_DIR',
    'DATABASE_URL',
    'DATABASE_DIRECT_URL',
    'NATS_URL',
    'ALLOW_PRIVATE_ADDRESSES',
    'HOST',
    'RPC_PORT',
    'ROLE',
  ].concat(
    ['MASTER_KEYS', 'SERVICE_CREDENTIALS', 'CREDENTIAL', 'SIMULATOR_URL'],
    ['MESSAGING_URL', 'CONTACTS_URL', 'GROUPS_URL', 'NUMBERS_URL', 'WEBHOOKS_URL'],
    services.map(databaseSetting),
  ),
)

/**
 * Settings from the environment; empty values count as absent.
 *
 * @throws StartError in one line for the first wrong one.
 */
export function readSettings(env: Record<string, string | undefined>, args: readonly string[]): Settings {
  const unknown = args.find((arg) => arg !== '--split')
  if (unknown !== undefined) throw new StartError(`${unknown}: the only argument is --split; settings are environment`)
  const given = Object.fromEntries(
    Object.entries(env).filter((entry): entry is [string, string] => entry[1] !== undefined && entry[1] !== ''),
  )
  refuseUnknown(given)
  const databaseUrls = readDatabaseUrls(given)
  return {
    port: portOf(given['PORT'] ?? '3000'),
    // pnpm runs scripts in the root of the repository and says where the caller stood.
    dataDir: resolve(given['INIT_CWD'] ?? '.', given['DATA_DIR'] ?? join(repositoryRoot, '.data')),
    backupDir: given['BACKUP_DIR'] === undefined ? undefined : resolve(given['INIT_CWD'] ?? '.', given['BACKUP_DIR']),
    ...commonDatabase(given, databaseUrls),
    databaseUrls,
    natsUrl: natsUrlOf(given['NATS_URL']),
    allowPrivateAddresses: booleanOf('ALLOW_PRIVATE_ADDRESSES', given['ALLOW_PRIVATE_ADDRESSES'] ?? 'true'),
    startWaitMs: secondsOf('START_WAIT_SECONDS', given['START_WAIT_SECONDS'] ?? '120') * 1_000,
    split: args.includes('--split'),
    isTerminal: process.stdout.isTTY,
    passed: Object.fromEntries(Object.entries(given).filter(([name]) => !decidedHere.has(name))),
  }
}

/** What the launcher reads itself, beside the settings of every service; each service looks at those of its own. */
const launcherNames = [...decidedHere, 'START_WAIT_SECONDS', ...Object.keys(chassisConfig)]

function refuseUnknown(given: Record<string, string>): void {
  const [unknown] = unknownSettings(launcherNames, given)
  if (unknown !== undefined) throw new StartError(unknown.join(': '))
}

const postgresProtocols = ['postgres:', 'postgresql:']

/** Returns the URL of a Postgres with the TLS that holds for each connection to it. */
function databaseUrlOf(name: string, given: Record<string, string>): string | undefined {
  const url = urlOf(name, given[name], postgresProtocols)
  try {
    return url === undefined ? undefined : withDatabaseTls(url, given['DATABASE_CA_FILE'])
  } catch (error) {
    throw new StartError(lineOf(error), { cause: error })
  }
}

/** The Postgres of all services that have no other, and the pooler before it: then `DATABASE_URL` is the pooler's address. */
function commonDatabase(
  given: Record<string, string>,
  databaseUrls: DatabaseUrls,
): Pick<Settings, 'databaseUrl' | 'poolerUrl'> {
  const url = databaseUrlOf('DATABASE_URL', given)
  if ((given['DATABASE_POOLER'] ?? 'none') !== 'none') {
    const directUrl = databaseUrlOf('DATABASE_DIRECT_URL', given)
    if (url === undefined || directUrl === undefined)
      throw new StartError('DATABASE_POOLER: needs DATABASE_URL of the pooler and DATABASE_DIRECT_URL of Postgres')
    if (Object.keys(databaseUrls).length > 0)
      throw new StartError('DATABASE_POOLER: cannot be together with a Postgres for single services')
    return { databaseUrl: directUrl, poolerUrl: url }
  }
  // Where every service has one of its own, there is none to start for all.
  const isForEach = services.every((service) => databaseUrls[service])
  return { databaseUrl: url ?? (isForEach ? databaseUrls.messaging : undefined), poolerUrl: undefined }
}

function readDatabaseUrls(given: Record<string, string>): DatabaseUrls {
  const urls = services.flatMap((service) => {
    const url = databaseUrlOf(databaseSetting(service), given)
    return url === undefined ? [] : [[service, url] as const]
  })
  return Object.fromEntries(urls)
}

/** The checkout this program belongs to. */
export const repositoryRoot: string = resolve(import.meta.dirname, '../../..')

function portOf(text: string): number {
  const port = Number(text)
  if (/^\d{1,5}$/.test(text) && port <= 65_535) return port
  throw new StartError(`PORT: must be a whole number from 0 to 65535, not ${JSON.stringify(text)}`)
}

function booleanOf(name: string, text: string): boolean {
  if (text === 'true' || text === 'false') return text === 'true'
  throw new StartError(`${name}: must be true or false, not ${JSON.stringify(text)}`)
}

function secondsOf(name: string, text: string): number {
  if (/^\d{1,4}$/.test(text)) return Number(text)
  throw new StartError(`${name}: must be a whole number of seconds, not ${JSON.stringify(text)}`)
}

/** One address, or those of the servers of a cluster, comma separated. */
function natsUrlOf(text: string | undefined): string | undefined {
  for (const each of text?.split(',') ?? []) urlOf('NATS_URL', each.trim(), ['nats:', 'tls:'])
  return text
}

function urlOf(name: string, text: string | undefined, protocols: readonly string[]): string | undefined {
  if (text === undefined) return undefined
  if (protocols.includes(URL.parse(text)?.protocol ?? '')) return text
  // The value may hold a password, so it is not repeated.
  throw new StartError(`${name}: must be a URL that begins with ${protocols[0]}//`)
}
