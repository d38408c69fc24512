import { defineService, type ServiceDefinition } from '@posthorn/chassis'
import { cloudProvider, simulatorControl } from '@posthorn/provider'
import { secretCache } from './callbacks/secret-cache.ts'
import { config, type NumbersDeps } from './config.ts'
import { ConnectedNumber } from './entities/connected-number.ts'
import { KnownPhone } from './entities/known-phone.ts'
import { SentMessage } from './entities/sent-message.ts'
import { erase } from './events/erase.erasure-requested.ts'
import { knownPhone } from './events/known-phone.message.ts'
import { accountNews } from './events/number.provider-account.ts'
import { queueNews } from './events/number.queue-updated.ts'
import { suspectedNumber } from './events/number.suspected.ts'
import { senderFromContact } from './events/sender.contact.ts'
import { sentMessageName } from './events/sent-message.message-out.ts'
import { templateNews } from './events/template.provider-account.ts'
import { migrations } from './migrations/index.ts'
import { credentialsPurpose } from './numbers/credentials.ts'
import { router } from './router.ts'
import { health } from './workers/health.ts'
import { retention } from './workers/retention.ts'
import { unpack } from './workers/unpack.ts'

/** Whole days that stored callbacks are kept besides the present one. */
const callbackDays = 7
/** Checks of numbers are small and rare; a few connections do. */
const connections = 8
const describeTimeoutMs = 10_000
/** Nobody waits for who is known on the channel. At 50 messages a second it saves a transaction a message (measured). */
const gatherEventsMs = 100

/** The numbers service: lines to the provider, their credentials and health, and every callback that comes for them. */
export const numbersService: ServiceDefinition<typeof config, NumbersDeps> = defineService<typeof config, NumbersDeps>({
  name: 'numbers',
  config,
  entities: [ConnectedNumber, SentMessage, KnownPhone],
  migrations,
  partitions: [{ table: 'provider_inbox', prefix: 'cbk', every: 'day', ahead: 3, keep: callbackDays }],
  deps: async ({ config: settings, vault }) => {
    const { CLOUD_API_URL, CLOUD_API_VERSION: version, SIMULATOR_URL } = settings
    const open = (name: 'cloud' | 'simulator', baseUrl: string) =>
      cloudProvider({ name, baseUrl, version, connections, timeoutMs: describeTimeoutMs })
    const cloud = open('cloud', CLOUD_API_URL)
    const simulator = SIMULATOR_URL === undefined ? undefined : open('simulator', SIMULATOR_URL)
    return {
      providers: { cloud, simulator },
      simulator: SIMULATOR_URL === undefined ? undefined : simulatorControl({ baseUrl: SIMULATOR_URL }),
      secrets: secretCache(vault),
      close: async () => {
        await Promise.all([cloud.close(), simulator?.close()])
      },
    }
  },
  sealed: [
    {
      table: 'number',
      column: 'credentials',
      key: ['workspace_id', 'id'],
      purpose: (_, id) => credentialsPurpose(id as string),
    },
  ],
  router,
  subscribers: [suspectedNumber, sentMessageName, accountNews, queueNews, templateNews, knownPhone, senderFromContact],
  gatherEventsMs,
  workers: [unpack, health, retention],
  erase,
})
