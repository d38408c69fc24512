import type { ServiceName } from '@posthorn/contracts'

/** The name of anything the launcher runs beside Postgres and NATS. */
export type Part = ServiceName | 'simulator'
