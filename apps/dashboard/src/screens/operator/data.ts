import { ApiError } from '@posthorn/sdk'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { poll } from '../../api/api.ts'
import { call } from '../../api/request.ts'

const services = ['gateway', 'messaging', 'contacts', 'groups', 'numbers', 'webhooks'] as const

export type Service = (typeof services)[number]

/** Services that send to other systems and can be quarantined. */
const guarded = ['messaging', 'groups', 'webhooks'] as const

export type GuardedService = (typeof guarded)[number]

export type LoopStatus = {
  name: string
  status: 'working' | 'resting' | 'failing'
  failures: number
  error: string | null
  lastRoundAt: string | null
}

/** The process that responded for a service. */
export type ProcessStatus = {
  role: 'all' | 'api' | 'worker'
  startedAt: string
  ready: boolean
  reasons: string[]
  loops: LoopStatus[]
  bus: {
    connected: boolean
    fill: number | null
    slowest: string | null
    pending: number | null
    ackPending: number | null
  }
  outbox: { waiting: number; oldestAgeMs: number } | null
  deadEvents: number | null
  connections: Record<string, number>
  memoryBytes: number
}

export type DeadEvent = {
  event: string
  kind: string
  workspace: string | null
  error: string
  deliveries: number
  diedAt: string
}

/** A dead event with its data, without personal values. */
type DeadEventDetails = DeadEvent & {
  occurredAt: string
  aggregate: { id: string; version: number }
  data: Record<string, unknown>
}

/** Why a queue isn't sending. */
type Blocked =
  | 'quarantine'
  | 'number_paused'
  | 'number_offline'
  | 'number_throttled'
  | 'number_refused'
  | 'provider_outage'

export type InstalledQueue = {
  workspace: string
  number: string
  name: string
  phone: string | null
  status: 'active' | 'paused' | 'draining'
  connected: boolean
  waiting: number
  scheduled: number
  sending: number
  oldestAgeMs: number | null
  blocked: Blocked | null
}

/** A number's failed attempts that have the same error. */
export type Failure = {
  workspace: string
  number: string
  errorCode: string
  count: number
  lastAt: string
  message: string
}

/** Quarantine of a service, and what was due before it began. */
type Quarantine = { since: string | null; due: Record<string, number> }

export type Workspace = { id: string; name: string; createdAt: string }

/** Reads something from one of the services, through the gateway. */
const read = <T>(service: Service, operation: string) => call<T>('GET', `/app/operator/${service}/${operation}`)
/** Makes one of the services act, through the gateway. */
const act = <T>(service: Service, operation: string, input: object, idempotencyKey?: string) =>
  call<T>('POST', `/app/operator/${service}/${operation}`, input, idempotencyKey)

export const operator = {
  process: (service: Service) => read<ProcessStatus>(service, 'process/get'),
  deadEvents: (service: Service) => read<DeadEvent[]>(service, 'deadEvents/list'),
  deadEvent: (service: Service, eventId: string) =>
    read<DeadEventDetails>(service, `deadEvents/get?event=${encodeURIComponent(eventId)}`),
  applyDeadEvent: (service: Service, eventId: string) =>
    act<DeadEvent>(service, 'deadEvents/applyAgain', { event: eventId }),
  discardDeadEvent: (service: Service, input: { event: string; reason: string }) =>
    act<DeadEvent>(service, 'deadEvents/discard', input),
  queues: () => read<{ queues: InstalledQueue[]; more: boolean }>('messaging', 'installation/queues'),
  failures: () => read<Failure[]>('messaging', 'installation/failures'),
  quarantine: (service: Service) => read<Quarantine>(service, 'quarantine/get'),
  release: (service: Service, due: 'give_up' | 'go_on') => act<Quarantine>(service, 'quarantine/release', { due }),
  workspaces: () => read<Workspace[]>('gateway', 'workspaces/list'),
  createWorkspace: (input: { name: string }, { idempotencyKey }: { idempotencyKey: string }) =>
    act<Workspace>('gateway', 'workspaces/create', input, idempotencyKey),
  welcome: (workspaceId: string) =>
    act<{ token: string | null; expiresAt: string | null }>('gateway', 'people/welcome', { workspace: workspaceId }),
}

/** Milliseconds between refreshes while the page is shown. */
const refetchInterval = poll(5_000)

/** A service and the process that responded; null while the service is down. */
export type ServiceProcess = { service: Service; process: ProcessStatus | null }

/** Milliseconds after which a service counts as down, because a hanging process may never respond. */
const patienceMs = 4_000

/**
 * Waits for one service's response. Returns null if the service is down or doesn't respond in time, so that the page still shows the others.
 * Throws other errors, such as a missing permission, because the person needs to see them.
 */
async function unlessAway<T>(answer: Promise<T>): Promise<T | null> {
  const known = answer.catch((error: unknown) => {
    if (error instanceof ApiError && error.status === 503) return null
    throw error
  })
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), patienceMs)
  })
  return Promise.race([known, late]).finally(() => clearTimeout(timer))
}

/** A process of each service. Each service is asked separately, so that one that is down doesn't hide the others. */
export const processesQuery = () =>
  queryOptions({
    queryKey: ['operator', 'processes'],
    queryFn: (): Promise<ServiceProcess[]> =>
      Promise.all(services.map(async (service) => ({ service, process: await unlessAway(operator.process(service)) }))),
    refetchInterval,
  })

/** The dead events of all services that respond. Read less often than the processes, because they are rare. */
export const deadEventsQuery = () =>
  queryOptions({
    queryKey: ['operator', 'dead-events'],
    queryFn: async () => {
      const lists = services.map(async (service) => {
        const events = await unlessAway(operator.deadEvents(service))
        return (events ?? []).map((event) => ({ ...event, service }))
      })
      return (await Promise.all(lists)).flat()
    },
    refetchInterval: poll(20_000),
  })

export const deadEventQuery = (service: Service, eventId: string) =>
  queryOptions({
    queryKey: ['operator', 'dead-event', service, eventId],
    queryFn: () => operator.deadEvent(service, eventId),
  })

/** The queues of all workspaces, up to a limit, the one with the oldest waiting message first. Fails while messaging is down. */
export const queuesQuery = () =>
  queryOptions({ queryKey: ['operator', 'queues'], queryFn: operator.queues, refetchInterval })

/** Failed calls among the latest calls of the last day. Read less often than the processes, because a day's numbers change slowly. */
export const failuresQuery = () =>
  queryOptions({ queryKey: ['operator', 'failures'], queryFn: operator.failures, refetchInterval: poll(20_000) })

/** A service's quarantine; null while the service is down. */
export type ServiceQuarantine = { service: GuardedService; quarantine: Quarantine | null }

/** The quarantines of the services that can have one, each asked separately, so that one that is down doesn't hide the others. */
export const quarantinesQuery = () =>
  queryOptions({
    queryKey: ['operator', 'quarantine'],
    queryFn: (): Promise<ServiceQuarantine[]> =>
      Promise.all(
        guarded.map(async (service) => ({ service, quarantine: await unlessAway(operator.quarantine(service)) })),
      ),
    refetchInterval,
  })

/** All workspaces. Not read again for a minute, because every part of the page shows their names. */
export const workspacesQuery = () =>
  queryOptions({ queryKey: ['operator', 'workspaces'], queryFn: operator.workspaces, staleTime: 60_000 })

/** Returns a function that returns a workspace's name, or its id if the name isn't known. */
export function useWorkspaceNames(): (workspaceId: string) => string {
  const { data = [] } = useQuery(workspacesQuery())
  return (workspaceId) => data.find(({ id }) => id === workspaceId)?.name ?? workspaceId
}
