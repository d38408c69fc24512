import { defineService, putBounded, type Runtime, type ServiceConfig, type ServiceDefinition } from '@posthorn/chassis'
import { automationRunDays, Fault, notificationDays, numberCredentialsPurpose } from '@posthorn/contracts'
import { createVettedFetcher } from '@posthorn/http'
import { cloudProvider, type NumberAccess, type Provider } from '@posthorn/provider'
import { createPresences } from './chats/presences.ts'
import { config, type Deps } from './config.ts'
import { Chat, ChatChange, ConnectedNumber, File, Message } from './entities/chat.ts'
import {
  Automation,
  AutomationRun,
  Department,
  Label,
  Member,
  Note,
  Notification,
  Reply,
  View,
} from './entities/team.ts'
import { windowFromCall } from './events/calls.ts'
import {
  chatFromContact,
  chatFromDeletedContact,
  chatFromIdentified,
  erase,
  linkFromPerson,
  optOutFromContact,
} from './events/contacts.ts'
import {
  departmentFromGateway,
  groupFromUpdate,
  memberFromGateway,
  numberFromCredentials,
  settingFromWorkspace,
} from './events/facts.ts'
import { automationFromResolved, notificationFromEvent } from './events/followups.ts'
import { channelFromUpdate, messageFromPost, messageFromRequest, postFromGroups } from './events/groups.ts'
import { messageFromEcho, messageFromProvider, stateFromStatus } from './events/provider.ts'
import { mediaQueue } from './files/files.sql.ts'
import { folderStorage, type Storage } from './files/storage.ts'
import { longAmendmentWaits } from './messages/pending.sql.ts'
import { createQueueCapacity } from './messages/queue-capacity.ts'
import { createSendMetrics, watchQueue } from './metrics.ts'
import { messageFillfactor } from './migrations/baseline/messages.ts'
import { migrations } from './migrations/index.ts'
import { router } from './router.ts'
import { openCallLog } from './sending/call/call-log.ts'
import { createCallsInFlight, createLostClaims } from './sending/call/in-flight.ts'
import { longSendWaits } from './sending/pace/clock.sql.ts'
import { createSilences } from './sending/pace/outages.ts'
import { callTimeoutMs, createPacer } from './sending/pace/pacer.ts'
import { createSettler } from './sending/settle/settle.ts'
import { actions, answers, automations, longAutomationWaits, refresh, wake } from './workers/chats.ts'
import { dispatch } from './workers/dispatch.ts'
import { files, media } from './workers/files.ts'
import { amendments, receiptQueue, receipts, waits } from './workers/messages.ts'
import { reap } from './workers/reap.ts'
import { retention } from './workers/retention.ts'

/** The messaging service: accepts messages, sends them through the provider, and stores their outcomes. */
export const messagingService: ServiceDefinition<typeof config, Deps> = defineService({
  name: 'messaging',
  config,
  entities: [
    Message,
    Chat,
    ChatChange,
    File,
    Label,
    Note,
    Notification,
    Reply,
    View,
    Automation,
    AutomationRun,
    Member,
    Department,
    ConnectedNumber,
  ],
  migrations,
  partitions: [
    { table: 'message', prefix: 'msg', every: 'month', createInAdvance: 2, fillfactor: messageFillfactor },
    { table: 'send_attempt', prefix: 'att', every: 'month', createInAdvance: 2 },
  ],
  folders: ({ CALLS_DIR, FILES_DIR, FILES_BUCKET }) =>
    FILES_BUCKET === undefined ? { CALLS_DIR, FILES_DIR } : { CALLS_DIR },
  deps: createDeps,
  sealed: [
    {
      table: 'known_number',
      column: 'ciphertext',
      key: ['workspace_id', 'id'],
      purpose: (_, id) => numberCredentialsPurpose(id),
    },
  ],
  expired: [
    { table: 'notification', key: 'ctid', condition: `created_at < now() - interval '${notificationDays} days'` },
    { table: 'automation_run', key: 'ctid', condition: `created_at < now() - interval '${automationRunDays} days'` },
  ],
  longWaits: [longSendWaits, receiptQueue.longWaits, mediaQueue.longWaits, longAutomationWaits, longAmendmentWaits],
  router,
  subscribers: [
    numberFromCredentials,
    linkFromPerson,
    stateFromStatus,
    windowFromCall,
    messageFromProvider,
    messageFromEcho,
    optOutFromContact,
    settingFromWorkspace,
    chatFromContact,
    chatFromIdentified,
    chatFromDeletedContact,
    memberFromGateway,
    departmentFromGateway,
    messageFromRequest,
    groupFromUpdate,
    channelFromUpdate,
    messageFromPost,
    postFromGroups,
    notificationFromEvent,
    automationFromResolved,
  ],
  workers: [
    dispatch,
    reap,
    receipts,
    media,
    files,
    actions,
    refresh,
    wake,
    waits,
    retention,
    answers,
    amendments,
    automations,
  ],
  erase,
})

type Settings = ServiceConfig<typeof config>
type Base = Omit<Runtime<Settings>, 'deps'>

/** Maximum number of decrypted credentials kept in memory. */
const accessesMax = 10_000

/** Creates what the verbs, subscribers and loops of a process share. */
async function createDeps(base: Base): Promise<Deps> {
  const { config: settings, vault, log, metrics } = base
  const calls = {
    version: settings.CLOUD_API_VERSION,
    connections: settings.CALLS_IN_FLIGHT_MAX,
    timeoutMs: callTimeoutMs,
  }
  const providers = new Map<string, Provider>([
    ['cloud', cloudProvider({ name: 'cloud', baseUrl: settings.CLOUD_API_URL, ...calls })],
  ])
  if (settings.SIMULATOR_URL)
    providers.set('simulator', cloudProvider({ name: 'simulator', baseUrl: settings.SIMULATOR_URL, ...calls }))
  const accesses = new Map<string, { version: number; access: NumberAccess }>()
  const inFlight = createCallsInFlight(settings.CALLS_IN_FLIGHT_MAX)
  const callLog = openCallLog(settings.CALLS_DIR, log)
  const fetcher = createVettedFetcher({ allowPrivate: settings.ALLOW_PRIVATE_ADDRESSES, metrics })
  const storage = await openStorage(settings)
  base.refusals.push(() => storage.refusals())
  watchQueue(base)
  const sendMetrics = createSendMetrics(metrics)
  const silences = createSilences(log)
  return {
    provider: (name) => providers.get(name),
    credentials({ numberId, version, ciphertext }) {
      const known = accesses.get(numberId)
      if (known?.version === version) return known.access
      const access = openAccess(vault, numberId, ciphertext)
      putBounded(accesses, numberId, { version, access }, accessesMax)
      return access
    },
    inFlight,
    lostClaims: createLostClaims(),
    pacer: createPacer(silences),
    silences,
    callLog,
    metrics: sendMetrics,
    settle: createSettler({ ...base, deps: { metrics: sendMetrics, silences } }),
    sinceReapMs: createStopwatch(),
    reapedStatuses: { through: undefined },
    waitsSeen: { to: '' },
    storage,
    fetcher,
    queueCapacity: createQueueCapacity(settings.QUEUE_SIZE_MAX),
    presences: createPresences(base),
    async close() {
      await inFlight.ended()
      callLog.close()
      storage.close()
      await Promise.all([fetcher.close(), ...[...providers.values()].map((provider) => provider.close())])
    },
  }
}

/** Decrypts a number's credentials. If that fails, the error says what to do, because the messages and media of the number show it. */
function openAccess(vault: Base['vault'], numberId: string, ciphertext: string): NumberAccess {
  try {
    return JSON.parse(vault.open(ciphertext, numberCredentialsPurpose(numberId))) as NumberAccess
  } catch (cause) {
    const message = 'The credentials of the number cannot be decrypted; set its access token again'
    throw new Fault('number:unauthorized', { message, cause })
  }
}

async function openStorage(settings: Settings): Promise<Storage> {
  const { FILES_BUCKET: bucket, FILES_S3_ACCESS_KEY: accessKeyId, FILES_S3_SECRET_KEY: secretAccessKey } = settings
  if (bucket === undefined) return folderStorage(settings.FILES_DIR)
  // Imported on demand, because the S3 client would make up most of the code that this service loads.
  const { s3Storage } = await import('./files/s3-storage.ts')
  return s3Storage({
    bucket,
    region: settings.FILES_S3_REGION,
    endpoint: settings.FILES_S3_URL,
    pathStyle: settings.FILES_S3_PATH_STYLE,
    credentials: accessKeyId && secretAccessKey ? { accessKeyId, secretAccessKey } : undefined,
  })
}

/**
 * Returns a function that returns the milliseconds since its last call, or 0 on its first call. The `reap` loop extends waits by this time.
 * Uses the time of day, because waits in Postgres also pass while this machine sleeps; returns 0 if the clock was set back.
 */
function createStopwatch(): () => number {
  let lastMs = Number.POSITIVE_INFINITY
  return () => {
    const nowMs = Date.now()
    const elapsedMs = Math.max(0, nowMs - lastMs)
    lastMs = nowMs
    return elapsedMs
  }
}
