export { EmbeddedServerError } from './fault.ts'
export { type NatsOptions, type RunningNats, startNats } from './nats.ts'
export { freePort } from './port.ts'
export { type PostgresOptions, type RunningPostgres, startPostgres } from './postgres.ts'
