import type { ServiceName } from '@posthorn/contracts'

/** Name of anything the launcher runs, other than Postgres and NATS. */
export type Part = ServiceName | 'simulator'

// Listed again, checked by the compiler, so that the launcher doesn't have to load all contracts (50 MB).
const named: Record<ServiceName, true> = {
  gateway: true,
  messaging: true,
  contacts: true,
  groups: true,
  numbers: true,
  webhooks: true,
}

export const services: readonly ServiceName[] = Object.keys(named) as ServiceName[]
