import { type ServiceName, services } from '@posthorn/contracts'

/** The name of a service; also of its Postgres schema. */
export type HostedService = ServiceName
/** The services, in the order of the contract. */
export const hostedServices: readonly HostedService[] = Object.keys(services) as HostedService[]
/** The name of anything the launcher runs beside Postgres and NATS. */
export type Part = HostedService | 'simulator'
