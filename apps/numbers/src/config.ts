import { type Counter, cloudConfig, httpUrl, type Runtime, type ServiceConfig } from '@posthorn/chassis'
import type { Provider, SimulatorControl } from '@posthorn/provider'
import { z } from 'zod'
import type { SecretCache } from './callbacks/secret-cache.ts'

/** Settings of the numbers service beside those of every service. */
export const config = {
  PUBLIC_URL: httpUrl
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

/** Objects that live as long as the service: clients of the providers, opened app secrets, a counter of updates. */
export type NumbersDeps = {
  providers: { cloud: Provider; simulator: Provider | undefined }
  simulator: SimulatorControl | undefined
  secrets: SecretCache
  updates: Counter<'field' | 'understood'>
}

/** Runtime of the verbs, subscribers and loops of this service. */
export type NumbersRuntime = Runtime<ServiceConfig<typeof config>, NumbersDeps>
