import { ApiError } from '@posthorn/sdk'
import { queryOptions } from '@tanstack/react-query'
import { guarded, operator, type ProcessState, type Quarantine, type Service, services } from '../../api/operator.ts'

/** Figures of the installation are read anew this often while they are shown, in milliseconds. */
const refetchInterval = 5_000

/** A service with the process that answered; none while it is away. */
export type ServiceProcess = { service: Service; process: ProcessState | null }

/** Returns null for a service that does not answer; other refusals concern the reader. */
async function unlessAway<T>(answer: Promise<T>): Promise<T | null> {
  return answer.catch((error: unknown) => {
    if (error instanceof ApiError && error.status === 503) return null
    throw error
  })
}

/** The processes of all services. */
export const processesQuery = () =>
  queryOptions({
    queryKey: ['operator', 'processes'],
    queryFn: (): Promise<ServiceProcess[]> =>
      Promise.all(services.map(async (service) => ({ service, process: await unlessAway(operator.process(service)) }))),
    refetchInterval,
  })

/** Events that a service could not apply. */
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

/** The queues of all workspaces. */
export const queuesQuery = () =>
  queryOptions({ queryKey: ['operator', 'queues'], queryFn: operator.queues, refetchInterval })

/** Attempts of all workspaces that failed lately. */
export const failuresQuery = () =>
  queryOptions({ queryKey: ['operator', 'failures'], queryFn: operator.failures, refetchInterval: 4 * refetchInterval })

/** The quarantine of each service that sends to other systems; none while it is away. */
export type ServiceQuarantine = { service: Service; quarantine: Quarantine | null }

/** The quarantines of all services. */
export const quarantinesQuery = () =>
  queryOptions({
    queryKey: ['operator', 'quarantine'],
    queryFn: (): Promise<ServiceQuarantine[]> =>
      Promise.all(
        guarded.map(async (service) => ({ service, quarantine: await unlessAway(operator.quarantine(service)) })),
      ),
    refetchInterval,
  })

/** All workspaces. */
export const workspacesQuery = () =>
  queryOptions({ queryKey: ['operator', 'workspaces'], queryFn: operator.workspaces, staleTime: 60_000 })
