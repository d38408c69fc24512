export type { Bus, Consumption, StreamPosition } from './bus/bus.ts'
export { on, type Subscriber } from './bus/inbox.ts'
export { openBus } from './bus/nats.ts'
export { type ChassisConfig, ConfigError, parseConfig } from './config.ts'
export { type Cursors, canonicalJson, createVault, derivedId, sameText, type Vault } from './crypto.ts'
export { hotTableSettings } from './db/chassis-migrations.ts'
export { type Database, forWorkspace, openDatabase } from './db/database.ts'
export { type ListOptions, listPage, type Page } from './db/list-page.ts'
export { type MigrationStep, migration } from './db/migration.ts'
export { defaultPartition, ensurePartitions, type PartitionedTable, periodsFrom } from './db/partitions.ts'
export { type Reach, type Roles, withReach } from './db/reach.ts'
export { type Admin, findRoles, makeRoom } from './db/room.ts'
export { isoTime, type Row, sql } from './db/sql.ts'
export { type Eraser, holdsTrace, type Person, type PersonNames, sealedFor, tracesOf } from './erasure/person.ts'
export { armFaultPoints, type FaultPoint, faultPoint } from './fault-points.ts'
export { databaseErrorCode, isUnavailable, toFault, violatedConstraint } from './faults.ts'
export { createLog, type Log, maskPhone } from './log.ts'
export { type Counter, createMetrics, type Gauge, type Metrics } from './metrics.ts'
export { type DueThings, quarantineVerbs } from './quarantine/verbs.ts'
export { broughtBytes, refuseWithoutBytes } from './rpc/brought.ts'
export { fingerprint } from './rpc/idempotency.ts'
export { type Handlers, type Implementation, implement, type WireFault } from './rpc/implement.ts'
export { contextVerifier } from './rpc/internal-auth.ts'
export { answerProbe, type Health, listen } from './rpc/server.ts'
export { openSpool, type Spooled, spool } from './rpc/spool.ts'
export type { BatchResult, BatchVerb, PreparedVerb, Verb, VerbContext } from './rpc/verb.ts'
export { run } from './run.ts'
export type { Runtime } from './runtime.ts'
export type { SealedColumn } from './secrets/sealed-column.ts'
export {
  defineService,
  type Edge,
  type RunningService,
  type ServiceConfig,
  type ServiceDefinition,
  startService,
  type Worker,
} from './service.ts'
export { stepOf, traceOf } from './trace.ts'
export { type Announcement, inTransaction, type Tx } from './tx.ts'
export { backoffMs } from './work/backoff.ts'
export { type Loop, type Round, startLoop } from './work/loop.ts'
export { type BatchWork, together } from './work/together.ts'
