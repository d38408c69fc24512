import { type Counter, cloudConfig, httpUrl, publicUrl, type Runtime, type ServiceConfig } from '@posthorn/chassis'
import type { Provider, SimulatorControl } from '@posthorn/provider'
import { z } from 'zod'
import type { SecretCache } from './callbacks/secret-cache.ts'

/** Settings of the numbers service, in addition to those that every service has. */
export const config = {
  PUBLIC_URL: publicUrl
    .default('http://127.0.0.1:3000')
    .describe('Address under which the provider reaches the gateway; callback addresses begin with it'),
  ...cloudConfig,
  SIMULATOR_URL: httpUrl.optional().describe('Address of the simulator; without it simulator numbers are refused'),
  HEALTH_CHECK_SECONDS: z.coerce
    .number()
    .int()
    .min(1)
    .default(300)
    .describe('Seconds between checks of a number with its provider'),
}

/** State of the running service: provider clients, decrypted app secrets, and a counter of updates. */
export type NumbersDeps = {
  providers: { cloud: Provider; simulator: Provider | undefined }
  simulator: SimulatorControl | undefined
  secrets: SecretCache
  updates: Counter<'field' | 'understood'>
}

export type NumbersRuntime = Runtime<ServiceConfig<typeof config>, NumbersDeps>
