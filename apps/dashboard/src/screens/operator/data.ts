import { ApiError } from '@posthorn/sdk'
import { queryOptions } from '@tanstack/react-query'
import { guarded, operator, type ProcessStatus, type Quarantine, type Service, services } from '../../api/operator.ts'

/** Figures of the installation are read anew this often while they are shown, in milliseconds. */
const refetchInterval = 5_000

/** A service with the process that answered; none while it is away. */
export type ServiceProcess = { service: Service; process: ProcessStatus | null }

/** Milliseconds after which a service counts as away. A process that hangs must not hide how the others are. */
const patienceMs = 4_000

/** Returns null for a service that does not answer, or not in time; other refusals concern the reader. */
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

/** One event that a service could not apply, with its contents. */
export const deadEventQuery = (service: Service, event: string) =>
  queryOptions({
    queryKey: ['operator', 'dead-event', service, event],
    queryFn: () => operator.deadEvent(service, event),
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
