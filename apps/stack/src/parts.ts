/** The services, in the order of the contract; each is also the name of its Postgres schema. */
export const hostedServices = ['gateway', 'messaging', 'contacts', 'groups', 'numbers', 'webhooks'] as const
/** The name of a service. */
export type HostedService = (typeof hostedServices)[number]
/** The name of anything the launcher runs beside Postgres and NATS. */
export type Part = HostedService | 'simulator'
