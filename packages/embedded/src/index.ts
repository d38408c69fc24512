export { archiveSettings, recoverySettings } from './cluster.ts'
export { findNatsServer, type NatsOptions, type RunningNats, startNats } from './nats.ts'
export { type PostgresOptions, type RunningPostgres, startPostgres } from './postgres.ts'
export {
  claimFolder,
  EmbeddedServerError,
  endProcess,
  freePort,
  type ProcessFacts,
  processFacts,
  residentMb,
  statOf,
} from './processes.ts'
