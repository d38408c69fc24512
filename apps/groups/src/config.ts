import { cloudConfig, httpUrl, optOutWords, type Runtime, type ServiceConfig } from '@posthorn/chassis'
import type { Provider } from '@posthorn/provider'
import { z } from 'zod'

/** Settings of the groups service, in addition to those of every service. */
export const config = {
  ...cloudConfig,
  SIMULATOR_URL: httpUrl.optional().describe('Address of the simulator; without it simulator numbers have no groups'),
  OPT_OUT_WORDS: optOutWords.describe(
    'Words, comma separated, with which a person leaves the channels of the number that receives them, unless their workspace has words of its own',
  ),
  GROUP_CONFIRM_SECONDS: z.coerce
    .number()
    .int()
    .min(1)
    .default(120)
    .describe('Time for the provider to confirm a group before it counts as failed'),
}

export type GroupsDeps = { providers: { cloud: Provider; simulator: Provider | undefined } }

export type GroupsRuntime = Runtime<ServiceConfig<typeof config>, GroupsDeps>
