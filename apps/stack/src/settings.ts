import { join, resolve } from 'node:path'
import { fileEnding, readSettingFiles, withDatabaseTls } from '@posthorn/chassis/launcher'
import type { ServiceName } from '@posthorn/contracts'
import { unknownSettings } from '@posthorn/contracts/setting-names'
import { startSettings } from './start-settings.ts'
import { StartError } from './terminal.ts'

export type Part = ServiceName | 'simulator'

// Duplicates the service names, so that the launcher doesn't have to load all contracts (50 MB). The compiler checks that they match.
const named: Record<ServiceName, true> = {
  gateway: true,
  messaging: true,
  contacts: true,
  groups: true,
  numbers: true,
  webhooks: true,
}

export const services: readonly ServiceName[] = Object.keys(named) as ServiceName[]

export type Settings = {
  /** The gateway's port. 0 picks a free one. */
  port: number
  /** Absolute path of the directory for all stored data. */
  dataDir: string
  /** URL of an external Postgres, with a user who may create roles and schemas. Undefined means the embedded Postgres. */
  databaseUrl: string | undefined
  /** URL of the pooler through which services reach `databaseUrl`, if any. */
  poolerUrl: string | undefined
  /** Postgres URLs for services that don't use `databaseUrl`. They also log in as an administrator. */
  databaseUrls: DatabaseUrls
  /** Directory for backups of the embedded Postgres. Undefined means no backups. */
  backupDir: string | undefined
  /** URL of an external NATS. Undefined means the embedded NATS. */
  natsUrl: string | undefined
  /** Whether webhooks may be sent to private addresses. True by default, as suits a laptop. */
  allowPrivateAddresses: boolean
  /** How long startup waits for servers that aren't responding yet, in milliseconds. */
  startWaitMs: number
  split: boolean
  /** The environment passed to every service, except the settings that the launcher sets for each service. */
  passed: Record<string, string>
  /** Whether the output goes to a person at a terminal. */
  isTerminal: boolean
}

/** Postgres administrator URLs by service. Services without an entry use the common URL. */
export type DatabaseUrls = Partial<Record<ServiceName, string>>

/** Returns the name of the setting for a service's own Postgres. */
export const databaseSetting = (service: ServiceName): string => `DATABASE_URL_${service.toUpperCase()}`

/** Settings that the launcher reads and does not pass on, because they differ between services. Shells and hosting platforms set `HOST`. */
const readHere = new Set(
  'PORT DATA_DIR BACKUP_DIR DATABASE_URL DATABASE_DIRECT_URL NATS_URL ALLOW_PRIVATE_ADDRESSES HOST'
    .split(' ')
    .concat(services.map(databaseSetting)),
)

/** Settings that are the launcher's to decide, by what it does. */
const decidedHere = {
  'chooses this itself':
    'RPC_PORT ROLE SIMULATOR_URL MESSAGING_URL CONTACTS_URL GROUPS_URL NUMBERS_URL WEBHOOKS_URL'.split(' '),
  'keeps this in secrets.json in DATA_DIR': ['MASTER_KEYS', 'SERVICE_CREDENTIALS', 'CREDENTIAL'],
  'keeps these files in DATA_DIR': ['FILES_DIR', 'CALLS_DIR'],
}

/**
 * Reads settings from the environment, and `--split` from the arguments. Empty values count as absent.
 *
 * @throws StartError or ConfigError about the first unknown argument, or the first unknown or invalid setting.
 */
export function readSettings(env: Record<string, string | undefined>, args: readonly string[]): Settings {
  const unknown = args.find((arg) => arg !== '--split')
  if (unknown !== undefined) throw new StartError(`${unknown}: the only argument is --split; settings are environment`)
  const settings = withFiles(env)
  const databaseUrls = readDatabaseUrls(settings)
  // pnpm runs scripts in the repository root and passes the caller's folder in `INIT_CWD`.
  const pathOf = (path: string) => resolve(settings['INIT_CWD'] ?? '.', path)
  const dataDir = pathOf(settings['DATA_DIR'] ?? join(repositoryRoot, startSettings.DATA_DIR.fallback))
  const backupDir = settings['BACKUP_DIR'] && pathOf(settings['BACKUP_DIR'])
  if (backupDir === dataDir) throw new StartError('BACKUP_DIR: name another folder than DATA_DIR, best on another disk')
  return {
    port: portOf(settings['PORT'] ?? startSettings.PORT.fallback),
    dataDir,
    backupDir,
    ...commonDatabase(settings, databaseUrls),
    databaseUrls,
    natsUrl: natsUrlOf(settings['NATS_URL']),
    allowPrivateAddresses: booleanOf(
      'ALLOW_PRIVATE_ADDRESSES',
      settings['ALLOW_PRIVATE_ADDRESSES'] ?? startSettings.ALLOW_PRIVATE_ADDRESSES.fallback,
    ),
    startWaitMs:
      secondsOf('START_WAIT_SECONDS', settings['START_WAIT_SECONDS'] ?? startSettings.START_WAIT_SECONDS.fallback) *
      1_000,
    split: args.includes('--split'),
    isTerminal: process.stdout.isTTY,
    passed: Object.fromEntries(Object.entries(settings).filter(([name]) => !readHere.has(name))),
  }
}

/**
 * Other settings that every service reads. Duplicated here, so that the launcher doesn't have to load all contracts (50 MB). A test checks
 * that they match.
 */
const shared =
  `BUS_NAME BUS_BYTES_MAX BUS_REPLICAS BUS_CONSUMERS DATABASE_CA_FILE DATABASE_POOL DATABASE_POOLER EVENT_RETRY_MS FAULT_POINTS
  LOG_LEVEL MIGRATIONS NATS_CA NATS_CERT NATS_KEY OTEL_SDK_DISABLED OTEL_TRACES_EXPORTER OTEL_EXPORTER_OTLP_ENDPOINT
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT OTEL_EXPORTER_OTLP_HEADERS OTEL_EXPORTER_OTLP_TRACES_HEADERS OTEL_EXPORTER_OTLP_PROTOCOL
  OTEL_EXPORTER_OTLP_TIMEOUT OTEL_EXPORTER_OTLP_COMPRESSION OTEL_SERVICE_NAME OTEL_RESOURCE_ATTRIBUTES OTEL_TRACES_SAMPLER
  OTEL_TRACES_SAMPLER_ARG OTEL_BSP_SCHEDULE_DELAY OTEL_BSP_MAX_QUEUE_SIZE OTEL_BSP_MAX_EXPORT_BATCH_SIZE RESTORE_GUARD SAFETY_CHECKS
  SPOOL_DIR START_WAIT_SECONDS`.split(/\s+/)

/** Settings that the launcher reads itself, plus those of every service, which each service validates. */
const launcherNames = [...readHere, ...shared]

/** Returns what is set, with each setting of the launcher that a `_FILE` variable names replaced by the file's content. */
function withFiles(env: Record<string, string | undefined>): Record<string, string> {
  const set = Object.fromEntries(
    Object.entries(env).filter((entry): entry is [string, string] => entry[1] !== undefined && entry[1] !== ''),
  )
  refuseDecided(set)
  refuseUnknown(set)
  const { values, problems } = readSettingFiles(launcherNames, set)
  if (problems[0]) throw new StartError(problems[0].join(': '))
  const read = new Set(
    launcherNames.filter((name) => name in values && !(name in set)).map((name) => name + fileEnding),
  )
  return { ...Object.fromEntries(Object.entries(set).filter(([name]) => !read.has(name))), ...values }
}

/** Throws if a setting is the launcher's to decide, as it would be ignored. */
function refuseDecided(settings: Record<string, string>): void {
  for (const [deed, names] of Object.entries(decidedHere)) {
    const name = names.find((each) => each in settings || `${each}${fileEnding}` in settings)
    const advice = 'remove it, or run the services separately, see apps/docs/guides/deploy.md'
    if (name !== undefined) throw new StartError(`${name}: start ${deed}; ${advice}`)
  }
}

/** Throws if a setting is probably misspelled, as it would be ignored. */
function refuseUnknown(settings: Record<string, string>): void {
  const [unknown] = unknownSettings(launcherNames, settings)
  if (unknown !== undefined) throw new StartError(unknown.join(': '))
}

const postgresProtocols = ['postgres:', 'postgresql:']

/** Returns a Postgres URL with the TLS options that apply to all connections; undefined if the setting is absent. */
function databaseUrlOf(name: string, settings: Record<string, string>): string | undefined {
  const url = urlOf(name, settings[name], postgresProtocols)
  return url === undefined ? undefined : withDatabaseTls(url, settings['DATABASE_CA_FILE'], name)
}

/**
 * Returns the Postgres for services that don't have their own, and its pooler, if any. With a pooler, `DATABASE_URL` is the pooler's URL.
 * Throws if settings don't go together.
 */
function commonDatabase(
  settings: Record<string, string>,
  databaseUrls: DatabaseUrls,
): Pick<Settings, 'databaseUrl' | 'poolerUrl'> {
  const url = databaseUrlOf('DATABASE_URL', settings)
  if ((settings['DATABASE_POOLER'] ?? 'none') !== 'none') {
    const directUrl = databaseUrlOf('DATABASE_DIRECT_URL', settings)
    if (url === undefined || directUrl === undefined)
      throw new StartError('DATABASE_POOLER: needs DATABASE_URL of the pooler and DATABASE_DIRECT_URL of Postgres')
    if (Object.keys(databaseUrls).length > 0)
      throw new StartError('DATABASE_POOLER: cannot be together with a Postgres for single services')
    return { databaseUrl: directUrl, poolerUrl: url }
  }
  if (settings['DATABASE_DIRECT_URL'] !== undefined)
    throw new StartError('DATABASE_DIRECT_URL: needs DATABASE_POOLER; without a pooler, set DATABASE_URL alone')
  // Without a URL here, the launcher starts a Postgres. If every service has its own, none is needed, so any service's URL prevents that.
  const isForEach = services.every((service) => databaseUrls[service])
  return { databaseUrl: url ?? (isForEach ? databaseUrls.messaging : undefined), poolerUrl: undefined }
}

/** Reads the URLs for services with their own Postgres. */
function readDatabaseUrls(settings: Record<string, string>): DatabaseUrls {
  const urls = services.flatMap((service) => {
    const url = databaseUrlOf(databaseSetting(service), settings)
    return url === undefined ? [] : [[service, url] as const]
  })
  return Object.fromEntries(urls)
}

export const repositoryRoot: string = resolve(import.meta.dirname, '../../..')

/** Parses the port. Throws with the name of the setting. */
function portOf(text: string): number {
  const port = Number(text)
  if (/^\d{1,5}$/.test(text) && port <= 65_535) return port
  throw new StartError(`PORT: must be a whole number from 0 to 65535, not ${JSON.stringify(text)}`)
}

function booleanOf(name: string, text: string): boolean {
  if (text === 'true' || text === 'false') return text === 'true'
  throw new StartError(`${name}: must be true or false, not ${JSON.stringify(text)}`)
}

/** Parses a number of seconds. The services, which get the setting too, have the same maximum. */
function secondsOf(name: string, text: string): number {
  if (/^\d{1,4}$/.test(text) && Number(text) <= 3_600) return Number(text)
  throw new StartError(`${name}: must be a whole number of seconds up to 3600, not ${JSON.stringify(text)}`)
}

/** Returns `NATS_URL`, one URL or a comma-separated list, if each is a NATS URL, without spaces after commas; undefined if absent. */
function natsUrlOf(text: string | undefined): string | undefined {
  const urls = text?.split(',').map((url) => url.trim()) ?? []
  for (const url of urls) urlOf('NATS_URL', url, ['nats:', 'tls:'])
  // The first decides for all: after nats://, the password would go to a tls:// server without TLS.
  if (new Set(urls.map((url) => URL.parse(url)?.protocol)).size > 1)
    throw new StartError('NATS_URL: all servers must have nats://, or all tls://')
  return urls.length > 0 ? urls.join(',') : undefined
}

/** Returns a URL that must have one of these protocols; undefined if the setting is absent. */
function urlOf(name: string, text: string | undefined, protocols: readonly string[]): string | undefined {
  if (text === undefined) return undefined
  if (protocols.includes(URL.parse(text)?.protocol ?? '')) return text
  // Doesn't repeat the value, which may contain a password.
  throw new StartError(`${name}: must be a URL that begins with ${protocols[0]}//`)
}
