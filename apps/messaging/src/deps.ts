import type { ChassisConfig, Runtime } from '@posthorn/chassis'
import { numberCredentialsPurpose } from '@posthorn/contracts'
import { createVettedFetcher, type VettedFetcher } from '@posthorn/http'
import { cloudProvider, type NumberAccess, type Provider } from '@posthorn/provider'
import { createPresences, type Presences } from './chats/presences.ts'
import { folderStorage, type Storage } from './files/storage.ts'
import { createQueueCapacity, type QueueCapacity } from './messages/queue-capacity.ts'
import { createSendMetrics, type SendMetrics, watchQueue } from './metrics.ts'
import { type CallLog, openCallLog } from './sending/call/call-log.ts'
import { type CallsInFlight, createCallsInFlight } from './sending/call/calls-in-flight.ts'
import type { CallResult } from './sending/claim/claimed-job.ts'
import type { PairSettings } from './sending/claim/delays.sql.ts'
import { createLostClaims, type LostClaims } from './sending/claim/lost-claims.ts'
import { createPacer, type Pacer } from './sending/pace/pacer.ts'
import { createSilences, type Silences } from './sending/pace/silences.ts'
import { callTimeoutMs } from './sending/pace/timing.ts'
import { createSettler } from './sending/settle/settle.ts'

type SealedNumber = { numberId: string; version: number; provider: string; ciphertext: string }

export type Deps = {
  provider(name: string): Provider | undefined
  /** Decrypted credentials of a number, cached until their version changes. */
  credentials(sealed: SealedNumber): NumberAccess
  inFlight: CallsInFlight
  /** This process's claims that may or may not have been committed. */
  lostClaims: LostClaims
  pacer: Pacer
  silences: Silences
  /** Written before each provider call, so that calls interrupted by a crash can be identified. */
  callLog: CallLog
  metrics: SendMetrics
  settle(ended: CallResult): Promise<void>
  /** Milliseconds since the `reap` loop last called this. */
  sinceReapMs(): number
  /** How far the `waits` loop has checked the queue. */
  waitsSeen: { to: string }
  storage: Storage
  fetcher: VettedFetcher
  queueCapacity: QueueCapacity
  presences: Presences
  close(): Promise<void>
}

type Settings = ChassisConfig &
  StorageSettings &
  PairSettings & {
    CLOUD_API_URL: string
    CLOUD_API_VERSION: string
    SIMULATOR_URL?: string | undefined
    CALLS_IN_FLIGHT_MAX: number
    QUEUE_SIZE_MAX: number
    UNKNOWN_HOLD_SECONDS: number
    CALLS_DIR: string
    ALLOW_PRIVATE_ADDRESSES: boolean
  }

type Base = Omit<Runtime<Settings>, 'deps'>

/** Maximum number of decrypted credentials kept in memory. */
const accessesMax = 10_000

/** Creates what the verbs, subscribers and loops of a process share. */
export async function createDeps(base: Base): Promise<Deps> {
  const { config, vault, log, metrics } = base
  const calls = {
    version: config.CLOUD_API_VERSION,
    connections: config.CALLS_IN_FLIGHT_MAX,
    timeoutMs: callTimeoutMs,
  }
  const providers = new Map<string, Provider>([
    ['cloud', cloudProvider({ name: 'cloud', baseUrl: config.CLOUD_API_URL, ...calls })],
  ])
  if (config.SIMULATOR_URL)
    providers.set('simulator', cloudProvider({ name: 'simulator', baseUrl: config.SIMULATOR_URL, ...calls }))
  const accesses = new Map<string, { version: number; access: NumberAccess }>()
  const inFlight = createCallsInFlight(config.CALLS_IN_FLIGHT_MAX)
  const callLog = openCallLog(config.CALLS_DIR, log)
  const fetcher = createVettedFetcher({ allowPrivate: config.ALLOW_PRIVATE_ADDRESSES, metrics })
  const storage = await openStorage(config)
  base.refusals.push(() => storage.refusals())
  watchQueue(base)
  const sendMetrics = createSendMetrics(metrics)
  const silences = createSilences(log)
  return {
    provider: (name) => providers.get(name),
    credentials({ numberId, version, ciphertext }) {
      const known = accesses.get(numberId)
      if (known?.version === version) return known.access
      const access = JSON.parse(vault.open(ciphertext, numberCredentialsPurpose(numberId))) as NumberAccess
      if (accesses.size >= accessesMax) accesses.clear()
      accesses.set(numberId, { version, access })
      return access
    },
    inFlight,
    lostClaims: createLostClaims(),
    pacer: createPacer(silences),
    silences,
    callLog,
    metrics: sendMetrics,
    settle: createSettler({ ...base, deps: { metrics: sendMetrics, silences } }),
    sinceReapMs: createStopwatch(),
    waitsSeen: { to: '' },
    storage,
    fetcher,
    queueCapacity: createQueueCapacity(config.QUEUE_SIZE_MAX),
    presences: createPresences(base),
    async close() {
      await inFlight.ended()
      callLog.close()
      storage.close()
      await Promise.all([fetcher.close(), ...[...providers.values()].map((provider) => provider.close())])
    },
  }
}

type StorageSettings = {
  FILES_DIR: string
  FILES_BUCKET?: string | undefined
  FILES_S3_REGION: string
  FILES_S3_URL?: string | undefined
  FILES_S3_PATH_STYLE: boolean
  FILES_S3_ACCESS_KEY?: string | undefined
  FILES_S3_SECRET_KEY?: string | undefined
}

async function openStorage(settings: StorageSettings): Promise<Storage> {
  const { FILES_BUCKET: bucket, FILES_S3_ACCESS_KEY: accessKeyId, FILES_S3_SECRET_KEY: secretAccessKey } = settings
  if (bucket === undefined) return folderStorage(settings.FILES_DIR)
  // Imported on demand, because the S3 client would make up most of the code that this service loads.
  const { s3Storage } = await import('./files/s3-storage.ts')
  return s3Storage({
    bucket,
    region: settings.FILES_S3_REGION,
    endpoint: settings.FILES_S3_URL,
    pathStyle: settings.FILES_S3_PATH_STYLE,
    credentials: accessKeyId && secretAccessKey ? { accessKeyId, secretAccessKey } : undefined,
  })
}

/** Returns a function that returns the milliseconds since its last call, or 0 on its first call. */
function createStopwatch(): () => number {
  let lastMs: number | undefined
  return () => {
    const nowMs = Date.now()
    const elapsedMs = nowMs - (lastMs ?? nowMs)
    lastMs = nowMs
    return elapsedMs
  }
}
