import type { IncomingMessage, ServerResponse } from 'node:http'
import { type BodyBudget, type Counter, createBodyBudget, type Metrics, type Runtime } from '@posthorn/chassis'
import { type Clients, createClients } from '@posthorn/client'
import type { EventData } from '@posthorn/contracts'
import { createVettedFetcher } from '@posthorn/http'
import { type AddressSet, addressSet } from './access/auth/address.ts'
import { KeyUse } from './access/auth/key-use.sql.ts'
import { Keyring } from './access/auth/keyring.ts'
import { createOidc, type OidcProvider } from './access/oidc/provider.ts'
import { createPasswords, type Passwords } from './access/sign-in/passwords.ts'
import { createPusher, createPushMetrics, openVapid, type Pusher, type PushMetrics } from './accounts/push/push.sql.ts'
import { CallbackNumbers } from './callbacks/numbers.ts'
import type { GatewayConfig } from './config.ts'
import { createMoves, type Moves } from './installation/moves.sql.ts'
import { createRestingReader, type Resting } from './installation/resting.ts'
import { sharedBuckets } from './limits/buckets.sql.ts'
import { createLimiter, type Limiter } from './limits/limits.ts'
import { createShedder, type Shedder } from './limits/shedder.ts'
import { createMailer, createMailMetrics, type Mailer, type MailMetrics } from './mail/mail.ts'

/** Tells open streams what concerns their members and keys. A lost notice does no harm, because streams and their clients also check periodically. */
type Notices = {
  report(workspace: string, ids: readonly string[]): void
  /** Calls the listener for every notice about the id until the returned function is called. */
  follow(workspace: string, id: string, listener: () => void): () => void
}

/** Creates the registry of this process. `ids`: members, or keys. */
function createNotices(): Notices {
  const listeners = new Map<string, Set<() => void>>()
  const keyOf = (workspace: string, id: string) => `${workspace} ${id}`
  return {
    report(workspace, ids) {
      for (const id of ids) for (const listener of listeners.get(keyOf(workspace, id)) ?? []) listener()
    },
    follow(workspace, id, listener) {
      const key = keyOf(workspace, id)
      const own = listeners.get(key) ?? new Set()
      listeners.set(key, own.add(listener))
      return () => {
        own.delete(listener)
        if (own.size === 0 && listeners.get(key) === own) listeners.delete(key)
      }
    },
  }
}

type Measured = { req: IncomingMessage; res: ServerResponse; template?: string; waits?: boolean }

export type EdgeMetrics = {
  refusedKeys: Counter<'reason'>
  /** Requests over a rate limit. */
  limited: Counter
  /** Counts a send request that was refused because of load. */
  countShedSend(): void
  /** Counts a request by route and status, and records its duration unless it waits for events. */
  observeRequest(exchange: Measured): void
  /** Counts a send request and records its duration. */
  observeSend(exchange: Measured): void
}

/** Creates the metrics of the public API. A duration ends when the response is closed. */
export function createEdgeMetrics(metrics: Metrics): EdgeMetrics {
  const duration = metrics.histogram('accept_seconds', 'Time to accept messages')
  const answers = metrics.counter('http_requests_total', 'Requests to the public API', ['method', 'route', 'status'])
  const answerTime = metrics.histogram('http_request_seconds', 'Time to answer a request', ['method', 'route'])
  const requests = metrics.counter('accept_total', 'Requests to send something, by how they were answered', ['outcome'])
  return {
    refusedKeys: metrics.counter('auth_fail_total', 'Requests whose key was refused, by reason', ['reason']),
    limited: metrics.counter('rate_limited_total', 'Requests above the limit of their key, workspace or address'),
    countShedSend: () => requests.add(1, { outcome: 'unavailable' }),
    observeRequest({ req, res, template, waits }) {
      const begun = performance.now()
      const labels = { method: req.method ?? '', route: template ?? '' }
      res.once('close', () => {
        answers.add(1, { ...labels, status: res.writableFinished ? String(res.statusCode) : 'abandoned' })
        if (!waits) answerTime.observe((performance.now() - begun) / 1000, labels)
      })
    },
    observeSend({ res }) {
      const begun = performance.now()
      res.once('close', () => {
        const outcome = outcomeOf(res)
        requests.add(1, { outcome })
        if (outcome === 'accepted') duration.observe((performance.now() - begun) / 1000)
      })
    },
  }
}

/** Returns how a send request was answered. A response that was not sent completely counts as abandoned by the caller. */
function outcomeOf({ writableFinished, statusCode }: ServerResponse): string {
  if (!writableFinished) return 'abandoned'
  if (statusCode < 300) return 'accepted'
  if (statusCode === 429) return 'limited'
  return statusCode < 500 ? 'refused' : 'unavailable'
}

export type GatewayDeps = {
  keys: Keyring
  keyUse: KeyUse
  /** Notification changes for members' open streams. */
  notices: Notices
  /** Changes to members, sessions and keys that may end open streams. */
  changes: Notices
  readResting(): Promise<Resting>
  passwords: Passwords
  /** Workspaces that are moving to or from another installation. */
  moves: Moves
  /** Undefined if the installation sends no mail. */
  mailer: Mailer | undefined
  mailMetrics: MailMetrics
  /** Undefined if the operator has no identity provider. */
  oidc: OidcProvider | undefined
  pusher: Pusher
  pushMetrics: PushMetrics
  limiter: Limiter
  /** Limits the memory used for request bodies. */
  bodies: BodyBudget
  /** Cache of the numbers that can receive callbacks. */
  callbackNumbers: CallbackNumbers
  shedder: Shedder
  edgeMetrics: EdgeMetrics
  /** Proxies whose `X-Forwarded-For` header is trusted. */
  proxies: AddressSet
  /** Clients that batch concurrent calls into one request. */
  clients: Clients
  /** Clients that send each call on its own, so that no call waits for a slow or large one. */
  unbatchedClients: Clients
}

export type GatewayRuntime = Runtime<GatewayConfig, GatewayDeps>

const unbatchedConnectionsMax = 1_024
/** Longer than the longest long poll. */
const unbatchedTimeoutMs = 45_000

/** Creates the clients for the services: those that batch calls, and those that send each call alone. */
function createAllClients(config: GatewayConfig): Pick<GatewayDeps, 'clients' | 'unbatchedClients'> {
  const [name = '', secret = ''] = config.CREDENTIAL.split(':')
  const urls = {
    messaging: config.MESSAGING_URL,
    contacts: config.CONTACTS_URL,
    groups: config.GROUPS_URL,
    numbers: config.NUMBERS_URL,
    webhooks: config.WEBHOOKS_URL,
  }
  const options = { urls, credential: { name, secret }, patienceMs: config.SERVICE_WAIT_MS }
  const clients = createClients({ ...options, timeoutMs: config.SERVICE_TIMEOUT_MS })
  const unbatchedClients = createClients({
    ...options,
    timeoutMs: unbatchedTimeoutMs,
    callsPerRequestMax: 1,
    connectionsMax: unbatchedConnectionsMax,
  })
  return { clients, unbatchedClients }
}

type Watching = Pick<Runtime, 'bus'> & Pick<GatewayDeps, 'keys' | 'notices' | 'changes'>

/**
 * Watches events from all gateways until the returned function is called. Changed keys are read again, the streams of changed members and
 * keys are checked, and members' streams learn of new notifications.
 */
function watchCallers({ bus, keys, notices, changes }: Watching): () => void {
  const unwatched = [
    bus.watch(['key:updated', 'key:revoked'], ({ workspace, aggregate }) => {
      keys.evict(aggregate.id)
      changes.report(workspace, [aggregate.id])
    }),
    bus.watch(['member:updated', 'member:removed'], ({ workspace, aggregate }) =>
      changes.report(workspace, [aggregate.id]),
    ),
    bus.watch(['session:ended'], ({ workspace, data }) =>
      changes.report(workspace, [(data as EventData<'session:ended'>).member]),
    ),
    bus.watch(['member:notified'], ({ workspace, data }) =>
      notices.report(workspace, (data as EventData<'member:notified'>).members),
    ),
  ]
  return () => {
    for (const unwatch of unwatched) unwatch()
  }
}

/** Creates what the gateway's handlers share. `close` ends it in an order in which nothing uses what is closed already. */
export async function createDeps(
  base: Omit<GatewayRuntime, 'deps'>,
): Promise<GatewayDeps & { close: () => Promise<void> }> {
  const { config, db, vault, bus, log, metrics } = base
  // Created first: it can throw, and nothing needs to be closed yet.
  const mailer = createMailer(config)
  const oidc = createOidc(config)
  const vapid = await openVapid(base)
  const moves = await createMoves({ db, log })
  const fetcher = createVettedFetcher({ allowPrivate: config.ALLOW_PRIVATE_ADDRESSES, metrics })
  const keys = new Keyring({ db, vault })
  const [notices, changes] = [createNotices(), createNotices()]
  const unwatch = watchCallers({ bus, keys, notices, changes })
  const keyUse = new KeyUse({ db, log })
  const shedder = createShedder({ targetMs: config.LOAD_TARGET_MS, metrics })
  const limiter = createLimiter({ config, requestLeases: sharedBuckets(db), log, metrics })
  const { clients, unbatchedClients } = createAllClients(config)
  const bodies = createBodyBudget(config.BODIES_MIB_MAX * 1024 * 1024)
  metrics.collect({ request_body_bytes: 'Bytes of request bodies that this gateway holds in memory' }, async () => [
    { name: 'request_body_bytes', value: bodies.used() },
  ])
  return {
    keys,
    keyUse,
    notices,
    changes,
    readResting: createRestingReader(unbatchedClients),
    passwords: createPasswords(),
    moves,
    mailer,
    oidc,
    mailMetrics: createMailMetrics(metrics),
    pusher: createPusher(vapid, fetcher),
    pushMetrics: createPushMetrics(metrics),
    limiter,
    bodies,
    callbackNumbers: new CallbackNumbers({ clients: unbatchedClients, limiter }),
    shedder,
    edgeMetrics: createEdgeMetrics(metrics),
    proxies: addressSet(config.TRUSTED_PROXIES?.split(',') ?? []),
    clients,
    unbatchedClients,
    async close() {
      unwatch()
      moves.close()
      await keyUse.close()
      await limiter.close()
      shedder.close()
      await fetcher.close()
      await Promise.all([clients.close(), unbatchedClients.close()])
    },
  }
}
