import type { ServiceName } from '@posthorn/contracts'

export type Part = ServiceName | 'simulator'

// Duplicates the service names, so that the launcher doesn't have to load all contracts (50 MB). The compiler checks that they match.
const named: Record<ServiceName, true> = {
  gateway: true,
  messaging: true,
  contacts: true,
  groups: true,
  numbers: true,
  webhooks: true,
}

export const services: readonly ServiceName[] = Object.keys(named) as ServiceName[]
