import { cloudConfig, httpUrl, type Runtime, type ServiceConfig } from '@posthorn/chassis'
import { z } from 'zod'
import type { Deps } from './deps.ts'

/** Settings of the messaging service beside those of every service. */
export const config = {
  ...cloudConfig,
  SIMULATOR_URL: httpUrl.optional().describe('Address of the simulator; absent: simulator numbers cannot send'),
  NUMBER_RATE_PER_SECOND: z.coerce
    .number()
    .positive()
    .max(1000)
    .default(76)
    .describe('Messages per second and number, unless the number says otherwise: 95 % of the provider’s 80'),
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
    .describe('Provider calls at a time in this process'),
  UNKNOWN_HOLD_SECONDS: z.coerce
    .number()
    .positive()
    .default(120)
    .describe('How long a call whose answer was lost is held for a status before it counts as failed'),
  CALLS_DIR: z
    .string()
    .min(1)
    .default('.data/calls')
    .describe(
      'Folder in which calls are noted before they are made; kept over a restart, what a kill left uncalled is sent at once',
    ),
  FILES_DIR: z
    .string()
    .min(1)
    .default('.data/files')
    .describe('Folder in which files are kept, the same for every process of this service; not used with FILES_BUCKET'),
  FILES_BUCKET: z.string().min(3).optional().describe('Bucket of S3, or of a server like it, in which files are kept'),
  FILES_S3_REGION: z.string().min(1).default('us-east-1').describe('Region of the bucket'),
  FILES_S3_URL: z.url().optional().describe('Address of a server that speaks as S3 does; absent: AWS'),
  FILES_S3_PATH_STYLE: z
    .stringbool()
    .default(false)
    .describe('The bucket stands in the path of its address, as many servers other than AWS want it'),
  FILES_S3_ACCESS_KEY: z.string().min(1).optional().describe('Access key; absent: by the role of the machine'),
  FILES_S3_SECRET_KEY: z.string().min(1).optional().describe('Secret of the access key'),
  FILES_RETENTION_DAYS: z.coerce
    .number()
    .int()
    .min(0)
    .max(3650)
    .default(30)
    .describe(
      'Days that files are kept, those that customers sent included, unless their sender says otherwise; 0: for good',
    ),
  ALLOW_PRIVATE_ADDRESSES: z
    .stringbool()
    .default(false)
    .describe('Files may be fetched over http and from private addresses; for one machine of a developer only'),
  LEASE_SECONDS: z.coerce
    .number()
    .positive()
    .default(30)
    .describe('After this a call in progress counts as lost with its process'),
  QUEUE_SIZE_MAX: z.coerce
    .number()
    .int()
    .min(1)
    .default(100_000)
    .describe('Waiting messages per workspace; more are refused with 429'),
}

/** Runtime of the verbs of this service. */
export type MessagingRuntime = Runtime<ServiceConfig<typeof config>, Deps>
