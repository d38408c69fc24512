import type { ServiceName } from '@posthorn/contracts'

/** The name of anything the launcher runs beside Postgres and NATS. */
export type Part = ServiceName | 'simulator'

// Named here again, as the compiler checks, so that the launcher need not load all contracts (50 MB).
const named: Record<ServiceName, true> = {
  gateway: true,
  messaging: true,
  contacts: true,
  groups: true,
  numbers: true,
  webhooks: true,
}

/** The names of all services. */
export const services: readonly ServiceName[] = Object.keys(named) as ServiceName[]
