export { natsUrl } from './nats.ts'
export { cloneDatabase, postgresUrl, type TestDatabase } from './postgres.ts'
export { until, type UntilOptions } from './until.ts'
