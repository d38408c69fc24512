import { cloudConfig, httpUrl, type Runtime, type ServiceConfig } from '@posthorn/chassis'
import type { VettedFetcher } from '@posthorn/http'
import type { NumberAccess, Provider } from '@posthorn/provider'
import { z } from 'zod'
import type { Presences } from './chats/presences.ts'
import type { Storage } from './files/storage.ts'
import type { QueueCapacity } from './messages/queue-capacity.ts'
import type { SendMetrics } from './metrics.ts'
import type { CallLog } from './sending/call/call-log.ts'
import type { CallsInFlight, LostClaims } from './sending/call/in-flight.ts'
import type { CallResult } from './sending/claim/claimed-job.ts'
import type { Silences } from './sending/pace/outages.ts'
import type { Pacer } from './sending/pace/pacer.ts'

export const config = {
  ...cloudConfig,
  SIMULATOR_URL: httpUrl.optional().describe('Address of the simulator; absent: simulator numbers cannot send'),
  NUMBER_RATE_PER_SECOND: z.coerce
    .number()
    .positive()
    .max(1000)
    .default(76)
    .describe('Messages per second of a number without a rate of its own: 95 % of the provider’s 80'),
  PAIR_BURST: z.coerce
    .number()
    .int()
    .min(1)
    .default(45)
    .describe('Messages to one recipient before the pair limit paces them'),
  PAIR_INTERVAL_SECONDS: z.coerce
    .number()
    .positive()
    .default(6)
    .describe('Pace of the pair limit: one message per recipient in this time'),
  CALLS_IN_FLIGHT_MAX: z.coerce
    .number()
    .int()
    .min(1)
    .max(1000)
    .default(128)
    .describe(
      'Highest number of provider calls at the same time in this process; one number has four fifths of them at most, so that others are sent while its calls hang',
    ),
  UNKNOWN_HOLD_SECONDS: z.coerce
    .number()
    .positive()
    .default(120)
    .describe('Time for which a call whose response was lost waits for a status before it counts as failed'),
  CALLS_DIR: z
    .string()
    .min(1)
    .default('.data/calls')
    .describe(
      'Folder that records calls before they are made; if it survives a restart, messages that a crash left uncalled are sent at once',
    ),
  FILES_DIR: z
    .string()
    .min(1)
    .default('.data/files')
    .describe('Folder of stored files, the same for every process of this service; not used with FILES_BUCKET'),
  FILES_BUCKET: z.string().min(3).optional().describe('Bucket of S3, or of a compatible server, for stored files'),
  FILES_S3_REGION: z.string().min(1).default('us-east-1').describe('Region of the bucket'),
  FILES_S3_URL: httpUrl.optional().describe('Address of an S3-compatible server; absent: AWS'),
  FILES_S3_PATH_STYLE: z
    .stringbool()
    .default(false)
    .describe('True: the bucket is part of the path of the address, as many servers other than AWS require'),
  FILES_S3_ACCESS_KEY: z.string().min(1).optional().describe('Access key; absent: by the role of the machine'),
  FILES_S3_SECRET_KEY: z.string().min(1).optional().describe('Secret of the access key'),
  FILES_RETENTION_DAYS: z.coerce
    .number()
    .int()
    .min(0)
    .max(3650)
    .default(30)
    .describe(
      'Days for which files are stored, including those from customers, unless expiresAt is given; 0: no limit',
    ),
  ALLOW_PRIVATE_ADDRESSES: z
    .stringbool()
    .default(false)
    .describe('Files may be fetched over http and from private addresses; for one machine of a developer only'),
  LEASE_SECONDS: z.coerce
    .number()
    .positive()
    .default(30)
    .describe('Time after which a call in progress counts as lost with its process'),
  QUEUE_SIZE_MAX: z.coerce
    .number()
    .int()
    .min(1)
    .default(100_000)
    .describe('Waiting messages per workspace; more are refused with 429'),
}

export type Deps = {
  provider(name: string): Provider | undefined
  /** Decrypted credentials of a number, cached until their version changes. */
  credentials(sealed: { numberId: string; version: number; ciphertext: string }): NumberAccess
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
  /** The `reap` loop gives up unknown outcomes once the statuses up to this sequence of the stream have been applied. Undefined at first. */
  reapedStatuses: { through: number | undefined }
  /** How far the `waits` loop has checked the queue. */
  waitsSeen: { to: string }
  storage: Storage
  fetcher: VettedFetcher
  queueCapacity: QueueCapacity
  presences: Presences
  close(): Promise<void>
}

export type MessagingRuntime = Runtime<ServiceConfig<typeof config>, Deps>
