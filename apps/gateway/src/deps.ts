import type { Runtime } from '@posthorn/chassis'
import { type Clients, createClients } from '@posthorn/client'
import { type AddressSet, addressSet } from './auth/address.ts'
import { createKeyUse, type KeyUse } from './auth/key-use.ts'
import { createKeyring, type Keyring } from './auth/keyring.ts'
import type { GatewayConfig } from './config.ts'
import { type DoorFigures, doorFigures } from './figures.ts'
import { createLimiter, type Limiter } from './limits/limits.ts'
import { bucketsIn } from './limits/store.sql.ts'
import { createShedder, type Shedder } from './load/shedder.ts'

/** What the gateway keeps for its life. */
export type GatewayDeps = {
  keys: Keyring
  keyUse: KeyUse
  limiter: Limiter
  shedder: Shedder
  figures: DoorFigures
  /** Proxies that say truly where a request comes from. */
  proxies: AddressSet
  /** Calls of one moment share a request. */
  clients: Clients
  /** Every call has a request of its own: nobody waits for a slow or a large one. */
  loneClients: Clients
}

/** What the gateway's verbs and doors stand on. */
export type GatewayRuntime = Runtime<GatewayConfig, GatewayDeps>

const lonelyConnectionsMax = 1_024
/** Longer than the longest poll a caller may ask for. */
const lonelyTimeoutMs = 45_000

/** Makes the keyring, which hears of revocations from the bus, and the clients of all services. */
export async function createDeps(
  base: Omit<GatewayRuntime, 'deps'>,
): Promise<GatewayDeps & { close: () => Promise<void> }> {
  const { config, db, vault, bus, log, metrics } = base
  const keys = createKeyring({ db, vault })
  const unwatch = bus.watch(['key:revoked'], (event) => keys.forget((event.data as { key: string }).key))
  const keyUse = createKeyUse({ db, log })
  const shedder = createShedder({ targetMs: config.LOAD_TARGET_MS, metrics })
  const limiter = createLimiter({ config, ask: bucketsIn(db), log, metrics })
  const [name = '', secret = ''] = config.CREDENTIAL.split(':')
  const urls = {
    messaging: config.MESSAGING_URL,
    contacts: config.CONTACTS_URL,
    groups: config.GROUPS_URL,
    numbers: config.NUMBERS_URL,
    webhooks: config.WEBHOOKS_URL,
  }
  const every = { urls, credential: { name, secret }, patienceMs: config.SERVICE_WAIT_MS }
  const clients = createClients(every)
  const loneClients = createClients({
    ...every,
    timeoutMs: lonelyTimeoutMs,
    callsPerRequestMax: 1,
    connectionsMax: lonelyConnectionsMax,
  })
  return {
    keys,
    keyUse,
    limiter,
    shedder,
    figures: doorFigures(metrics),
    proxies: addressSet(config.TRUSTED_PROXIES?.split(',') ?? []),
    clients,
    loneClients,
    async close() {
      unwatch()
      await keyUse.close()
      await limiter.close()
      shedder.close()
      await Promise.all([clients.close(), loneClients.close()])
    },
  }
}
