import { ApiError } from '@posthorn/sdk'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { guarded, operator, type ProcessStatus, type Quarantine, type Service, services } from '../../api/operator.ts'

/** Milliseconds between refreshes while the page is shown. */
const refetchInterval = 5_000

/** A service and the process that responded; null while the service is down. */
export type ServiceProcess = { service: Service; process: ProcessStatus | null }

/** Milliseconds after which a service counts as down, so that a hanging process doesn't hide the others. */
const patienceMs = 4_000

/** Returns null if a service is unavailable or doesn't respond in time. Rethrows other errors, because the person needs to see them. */
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
    refetchInterval: 4 * refetchInterval,
  })

/** A dead event with its content. */
export const deadEventQuery = (service: Service, eventId: string) =>
  queryOptions({
    queryKey: ['operator', 'dead-event', service, eventId],
    queryFn: () => operator.deadEvent(service, eventId),
  })

export const queuesQuery = () =>
  queryOptions({ queryKey: ['operator', 'queues'], queryFn: operator.queues, refetchInterval })

/** Failed calls of the last day. Read less often than the processes, because a day's numbers change slowly. */
export const failuresQuery = () =>
  queryOptions({ queryKey: ['operator', 'failures'], queryFn: operator.failures, refetchInterval: 4 * refetchInterval })

/** A service's quarantine; null while the service is down. */
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

/** Returns a function that returns a workspace's name, or its id until the names are loaded. */
export function useWorkspaceNames(): (workspaceId: string) => string {
  const { data = [] } = useQuery(workspacesQuery())
  return (workspaceId) => data.find(({ id }) => id === workspaceId)?.name ?? workspaceId
}
