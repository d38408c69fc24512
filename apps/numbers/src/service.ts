import { defineService, type ServiceDefinition } from '@posthorn/chassis'
import { cloudProvider, simulatorControl } from '@posthorn/provider'
import { createSecretCache } from './callbacks/secret-cache.ts'
import { config, type NumbersDeps } from './config.ts'
import { ConnectedNumber, credentialsPurpose, PhoneRecord, UnreadUpdate } from './entities/connected-number.ts'
import {
  announceAccountReport,
  announceMissedCalls,
  announceQueueChange,
  announceTemplateChange,
  expediteChecks,
  markRefusedNumber,
} from './events/numbers.ts'
import { erase, recordPhones, senderFromChangedAddress, senderFromContact, senderFromPerson } from './events/people.ts'
import { migrations } from './migrations/index.ts'
import { router } from './router.ts'
import { health, longWaits, readTemplates } from './workers/checks.ts'
import { unpack } from './workers/unpack.ts'

/** Days to keep stored callbacks, not counting today. */
const callbackDays = 7
/** Connections per provider. Few, because number checks are small and rare. */
const connections = 8
const callTimeoutMs = 10_000
/** How long to gather events that are applied together, mostly for phone records. At 50 messages per second, saves one transaction per message (measured). */
const gatherEventsMs = 100
/** One day longer than the provider keeps retrying a callback (7 days). */
const repeatedDays = 8

/** The numbers service: connected numbers, their credentials and health, and all of their callbacks. */
export const numbersService: ServiceDefinition<typeof config, NumbersDeps> = defineService<typeof config, NumbersDeps>({
  name: 'numbers',
  config,
  entities: [ConnectedNumber, PhoneRecord, UnreadUpdate],
  migrations,
  partitions: [{ table: 'callback', prefix: 'cbk', every: 'day', createInAdvance: 3, keep: callbackDays }],
  deps: async ({ config: settings, vault, metrics }) => {
    const { CLOUD_API_URL, CLOUD_API_VERSION: version, SIMULATOR_URL } = settings
    const open = (name: 'cloud' | 'simulator', baseUrl: string) =>
      cloudProvider({ name, baseUrl, version, connections, timeoutMs: callTimeoutMs })
    const cloud = open('cloud', CLOUD_API_URL)
    const simulator = SIMULATOR_URL === undefined ? undefined : open('simulator', SIMULATOR_URL)
    return {
      providers: { cloud, simulator },
      simulator: SIMULATOR_URL === undefined ? undefined : simulatorControl({ baseUrl: SIMULATOR_URL }),
      secrets: createSecretCache(vault),
      updates: metrics.counter(
        'provider_updates_total',
        'Updates in callbacks of the provider, by field and whether they are wholly read',
        ['field', 'understood'],
      ),
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
  expired: [
    { table: 'callback_digest', key: 'ctid', condition: `received_at < now() - interval '${repeatedDays} days'` },
    { table: 'missed_call', key: 'ctid', condition: `received_at < now() - interval '${repeatedDays} days'` },
    { table: 'known_phone', key: 'ctid', condition: `learned_at < now() - interval '180 days'` },
    { table: 'unread_update', key: 'ctid', condition: `received_at < now() - interval '30 days'` },
  ],
  longWaits,
  router,
  subscribers: [
    markRefusedNumber,
    expediteChecks,
    announceQueueChange,
    announceAccountReport,
    announceMissedCalls,
    announceTemplateChange,
    recordPhones,
    senderFromContact,
    senderFromPerson,
    senderFromChangedAddress,
  ],
  gatherEventsMs,
  workers: [unpack, health, readTemplates],
  erase,
})
