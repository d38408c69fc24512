export { recordChange } from './audit/changes.ts'
export { createOpenCount, putBounded } from './bounded.ts'
export type { Bus } from './bus/bus.ts'
export { on, type Subscriber } from './bus/inbox.ts'
export { openBus } from './bus/nats.ts'
export { connectTo } from './bus/nats-stream.ts'
export { outboxHours } from './bus/outbox.sql.ts'
export { type ChassisConfig, chassisConfig, cloudConfig, parseConfig } from './config.ts'
export { ConfigError } from './config-error.ts'
export { type Cursors, canonicalJson, createVault, sameText, type Vault } from './crypto.ts'
export { type Database, forWorkspace, openDatabase } from './db/database.ts'
export { listPage, within } from './db/list-page.ts'
export { concurrentIndexes, type MigrationStep, migration } from './db/migration.ts'
export { findRoles, provisionSchema } from './db/open-schema.ts'
export { pack, packLightly, readPacked, unpack } from './db/packed.ts'
export {
  defaultPartition,
  growingTable,
  growingTableSettings,
  hotTableSettings,
  type PartitionedTable,
  queueTableSettings,
} from './db/partitions.ts'
export {
  type BoundStatement,
  databaseTime,
  isoTime,
  isoTimeSql,
  lastSql,
  likeText,
  type Row,
  type RowType,
  rowType,
  sql,
  statement,
} from './db/statement.ts'
export { type Roles, withTenantScope } from './db/tenant-scope.ts'
export { withDatabaseTls } from './db/tls.ts'
export { type Eraser, eachPerson, erasedPeople, readNames } from './erasure/erasure.sql.ts'
export { createTraceFinder, holdsTrace, type Person, type PersonNames, tracesOf } from './erasure/person.ts'
export { faultPoint } from './fault-points.ts'
export {
  holdPolicyPrefix,
  invalidPlaces,
  isPassing,
  isUnavailable,
  toFault,
  violatedConstraint,
} from './faults.ts'
export { flush } from './folders.ts'
export { finishStartSoon } from './heap.ts'
export {
  createLeasedQueue,
  createLockedQueue,
  createRemovalQueue,
  type LeasedJob,
  type LeasedQueue,
  type LockedQueue,
  type RemovalQueue,
  valuesOf,
} from './jobs/queues.sql.ts'
export { runLeased, runTogether } from './jobs/rounds.ts'
export { createLog, type Log, withholdConsole } from './log.ts'
export {
  type Counter,
  createMetrics,
  type GaugeSample,
  type Histogram,
  type LeaseCounters,
  leaseCounters,
  type Metrics,
} from './metrics.ts'
export { type DueThings, quarantineVerbs } from './quarantine/verbs.ts'
export { type BodyBudget, type BodyOwners, createBodyBudget, hasBody, readBody, whenClosed } from './rpc/body-budget.ts'
export { fingerprint } from './rpc/idempotency.ts'
export { type Implementation, implement } from './rpc/implement.ts'
export { answerProbe, type Health, listen, probeListener } from './rpc/server.ts'
export { refuseWithoutBytes, uploadedBytes } from './rpc/upload-endpoint.ts'
export { type BatchVerb, lookupVerbs, type PreparedVerb, type Verb, type VerbContext } from './rpc/verb.ts'
export { run } from './run.ts'
export type { Runtime } from './runtime.ts'
export { findSecretFaults, type StoredSecrets } from './secrets/master-keys.ts'
export {
  defineService,
  type Edge,
  type RunningService,
  type ServiceConfig,
  type ServiceDefinition,
  startService,
} from './service.ts'
export { shardCount, shardOf } from './shards/membership.ts'
export { httpUrl, publicUrl } from './spans/settings.ts'
export type { Step } from './spans/spans.ts'
export { stepOf, traceOf } from './trace.ts'
export { type Announcement, type ClosableTx, type Closing, inTransaction, type Tx } from './tx.ts'
export { upkeepVerbs } from './upkeep/verbs.ts'
export { type BatchWork, busyWaitMs, createBatcher } from './work/batch-queue.ts'
export { clockMarginSeconds, type LongWaits, longWaitsOf } from './work/clock.sql.ts'
export { backoffMs, type Round } from './work/loop.ts'
export { createRests, eachApart } from './work/rests.ts'
export type { Worker } from './work/start-work.ts'
export {
  optOutWords,
  settingsOf,
  storeSettings,
  wordsOf,
  wordsSetting,
  workspaceSettingTable,
} from './workspace-settings.sql.ts'
