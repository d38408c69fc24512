import { cloudConfig, httpUrl, type Runtime, type ServiceConfig } from '@posthorn/chassis'
import { wordOf } from '@posthorn/contracts'
import type { Provider } from '@posthorn/provider'
import { z } from 'zod'

/** Settings of the groups service beside those of every service. */
export const config = {
  ...cloudConfig,
  SIMULATOR_URL: httpUrl.optional().describe('Address of the simulator; without it simulator numbers have no groups'),
  OPT_OUT_WORDS: z
    .string()
    .default('STOP,STOPP,UNSUBSCRIBE,ABMELDEN,ARRET,BAJA,SAIR')
    .transform((words) => new Set(words.split(',').map(wordOf).filter(Boolean)))
    .describe(
      'Words, comma separated, with which a person leaves the channels of the number that receives them, unless their workspace has words of its own',
    ),
  GROUP_CONFIRM_SECONDS: z.coerce
    .number()
    .int()
    .min(1)
    .default(120)
    .describe('Time for the provider to confirm a group before it counts as failed'),
}

/** The ways to the providers. */
export type GroupsDeps = { providers: { cloud: Provider; simulator: Provider | undefined } }

/** Runtime of a verb of this service. */
export type GroupsRuntime = Runtime<ServiceConfig<typeof config>, GroupsDeps>
