import { ApiError } from '@posthorn/sdk'
import { queryOptions, useQuery } from '@tanstack/react-query'
import {
  guarded,
  type InstalledQueue,
  operator,
  type ProcessStatus,
  type Quarantine,
  type Service,
  services,
} from '../../api/operator.ts'
import type { Tone } from '../../parts/status.tsx'
import { say } from '../../words/say.ts'

/** Milliseconds between refreshes while shown. */
const refetchInterval = 5_000

/** A service with the process that responded; none while it is down. */
export type ServiceProcess = { service: Service; process: ProcessStatus | null }

/** Milliseconds after which a service counts as down. A hanging process must not hide the others. */
const patienceMs = 4_000

/** Returns null if a service doesn't respond in time; other errors concern the reader. */
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

export const processesQuery = () =>
  queryOptions({
    queryKey: ['operator', 'processes'],
    queryFn: (): Promise<ServiceProcess[]> =>
      Promise.all(services.map(async (service) => ({ service, process: await unlessAway(operator.process(service)) }))),
    refetchInterval,
  })

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
    refetchInterval: 4 * refetchInterval,
  })

export const deadEventQuery = (service: Service, event: string) =>
  queryOptions({
    queryKey: ['operator', 'dead-event', service, event],
    queryFn: () => operator.deadEvent(service, event),
  })

export const queuesQuery = () =>
  queryOptions({ queryKey: ['operator', 'queues'], queryFn: operator.queues, refetchInterval })

/** Failed attempts of all workspaces. */
export const failuresQuery = () =>
  queryOptions({ queryKey: ['operator', 'failures'], queryFn: operator.failures, refetchInterval: 4 * refetchInterval })

/** A service's quarantine; none while the service is down. */
export type ServiceQuarantine = { service: Service; quarantine: Quarantine | null }

export const quarantinesQuery = () =>
  queryOptions({
    queryKey: ['operator', 'quarantine'],
    queryFn: (): Promise<ServiceQuarantine[]> =>
      Promise.all(
        guarded.map(async (service) => ({ service, quarantine: await unlessAway(operator.quarantine(service)) })),
      ),
    refetchInterval,
  })

export const workspacesQuery = () =>
  queryOptions({ queryKey: ['operator', 'workspaces'], queryFn: operator.workspaces, staleTime: 60_000 })

type StatusText = { tone: Tone; text: string }

/** Returns a service's status: down, not ready, limited, failing, or ready. */
export function stateOfService({ process }: ServiceProcess): StatusText {
  if (process === null) return { tone: 'bad', text: say('operator.away') }
  if (!process.ready) return { tone: 'bad', text: say('operator.notReady') }
  if (!process.bus.connected) return { tone: 'bad', text: say('operator.noBus') }
  const failing = process.loops.filter(({ status }) => status === 'failing').length
  if (failing > 0) return { tone: 'bad', text: say('operator.loopsFail', { count: failing }) }
  if (process.reasons.length > 0) return { tone: 'warn', text: say('operator.limited') }
  return { tone: 'good', text: say('operator.ready') }
}

export function statusOfQueue({ status, connected, blocked }: InstalledQueue): StatusText {
  if (!connected) return { tone: 'quiet', text: say('operator.disconnected') }
  if (blocked === 'quarantine') return { tone: 'bad', text: say('operator.inQuarantine') }
  if (status === 'paused') return { tone: 'warn', text: say('number.paused') }
  if (blocked !== null) return { tone: 'bad', text: say(`why.${blocked}`) }
  if (status === 'draining') return { tone: 'warn', text: say('number.draining') }
  return { tone: 'good', text: say('operator.sends') }
}

/** Returns the highest stream usage that a process reports; null if none does. */
export function streamOf(processes: readonly ServiceProcess[]): { fill: number; slowest: string | null } | null {
  const read = processes.flatMap(({ process }) => {
    const { fill = null, slowest = null } = process?.bus ?? {}
    return fill === null ? [] : [{ fill, slowest }]
  })
  return read.toSorted((a, b) => b.fill - a.fill)[0] ?? null
}

/** Returns a function that names a workspace, by its id until names are loaded. */
export function useWorkspaceNames(): (workspace: string) => string {
  const { data = [] } = useQuery(workspacesQuery())
  return (workspace) => data.find(({ id }) => id === workspace)?.name ?? workspace
}
