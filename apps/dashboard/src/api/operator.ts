import { call } from './api.ts'

export const services = ['gateway', 'messaging', 'contacts', 'groups', 'numbers', 'webhooks'] as const

export type Service = (typeof services)[number]

/** Services that send to other systems and can be quarantined. */
export const guarded = ['messaging', 'groups', 'webhooks'] as const

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
export type DeadEventDetails = DeadEvent & {
  occurredAt: string
  aggregate: { id: string; version: number }
  data: Record<string, unknown>
}

/** Why a queue isn't sending. */
export type Blocked =
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
export type Quarantine = { since: string | null; due: Record<string, number> }

export type Workspace = { id: string; name: string; createdAt: string }

/** Reads something from one of the services, through the gateway. */
const read = <T>(service: Service, operation: string) => call<T>('GET', `/app/operator/${service}/${operation}`)
/** Makes one of the services act, through the gateway. */
const act = <T>(service: Service, operation: string, input: object) =>
  call<T>('POST', `/app/operator/${service}/${operation}`, input)

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
  createWorkspace: (name: string) => act<Workspace>('gateway', 'workspaces/create', { name }),
  welcome: (workspaceId: string) =>
    act<{ token: string | null; expiresAt: string | null }>('gateway', 'people/welcome', { workspace: workspaceId }),
}
