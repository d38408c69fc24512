import { handOver, receiveOnce } from './hand-over.sql.ts'
import { migration } from './migration.ts'
import { defaultPartition } from './partitions.ts'
import { vacuumSeldom } from './storage.ts'

const hotTable = `(fillfactor = 70, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000, autovacuum_vacuum_cost_delay = 0)`

/** Tables every service has: what it announces, what it has received, what it could not apply, the answers it may have to repeat, and the people it is to erase. */
export const chassisMigrations = [
  migration('chassis_001_outbox_inbox_idempotency', [
    `create table outbox (
      id text collate "C" not null,
      workspace_id text collate "C",
      kind text not null,
      aggregate_id text not null,
      aggregate_version bigint not null,
      payload text not null,
      created_at timestamptz not null default now(),
      published_at timestamptz,
      js_epoch text,
      js_seq bigint,
      republished integer not null default 0,
      primary key (id)
    ) partition by range (id)`,
    defaultPartition('outbox'),
    `create index outbox_unpublished on outbox (id) where published_at is null`,
    `create index outbox_position on outbox (js_seq) where js_seq is not null`,
    `create table relay_position (
      only_row boolean primary key default true check (only_row),
      js_epoch text not null,
      js_seq bigint not null
    )`,
    `create table inbox (
      consumer text not null,
      event_id text collate "C" not null,
      received_at timestamptz not null default now(),
      primary key (consumer, event_id)
    )`,
    `create index inbox_received on inbox (received_at)`,
    `create table dead_event (
      consumer text not null,
      event_id text collate "C" not null,
      kind text not null,
      payload text not null,
      error text not null,
      deliveries integer not null,
      died_at timestamptz not null default now(),
      primary key (consumer, event_id)
    )`,
    `create table idempotency (
      workspace_id text collate "C" not null,
      route text not null,
      key text not null,
      fingerprint text not null,
      body text not null,
      created_at timestamptz not null default now(),
      primary key (workspace_id, route, key)
    )`,
    `create index idempotency_created on idempotency (created_at)`,
  ]),
  migration('chassis_002_erasure', [
    `create table erasure_job (
      workspace_id text collate "C" not null,
      id text collate "C" not null,
      contact_id text collate "C" not null,
      requested_at timestamptz not null,
      sealed text not null,
      run_at timestamptz not null default now(),
      reported boolean not null default false,
      primary key (workspace_id, id)
    )`,
  ]),
  migration('chassis_003_restore_guard', [
    `create table restore_guard (
      only_row boolean primary key default true check (only_row),
      history text not null,
      quarantined_at timestamptz
    )`,
  ]),
  migration('chassis_004_master_keys', [
    `create table master_key (
      version text primary key,
      check_value text not null,
      noted_at timestamptz not null default now()
    )`,
    `create table derivation_root (
      only_row boolean primary key default true check (only_row),
      sealed text not null
    )`,
  ]),
  migration('chassis_005_confirmed_events', [
    // 0: what was published before is looked for in the stream once.
    'alter table relay_position add column confirmed_seq bigint not null default 0',
  ]),
  migration('chassis_006_worker_processes', [
    `create table worker_process (
      id text primary key,
      joined_at timestamptz not null,
      seen_at timestamptz not null
    ) with ${hotTable}`,
  ]),
  migration('chassis_007_worker_buses', [
    'alter table worker_process add column has_bus boolean not null default true',
  ]),
  migration('chassis_008_seldom_vacuums', vacuumSeldom({ growing: ['inbox'], queues: ['relay_position'] })),
  migration('chassis_009_publications_apart', [
    // The events of one transaction, until the bus has taken them all.
    `create table outbox_waiting (
      id text collate "C" primary key,
      ids text[] not null,
      created_at timestamptz not null default now()
    ) with ${hotTable}`,
    // Events that the bus has taken and that are not confirmed yet, each with its sequence; those of a quarter of a second share a row.
    `create table outbox_published (
      id text collate "C" primary key,
      js_epoch text not null,
      js_seq bigint not null,
      ids text[] not null,
      seqs bigint[] not null
    ) with ${hotTable}`,
    ...vacuumSeldom({ growing: [], queues: ['outbox_waiting', 'outbox_published'] }),
    ...handOver,
  ]),
  migration('chassis_010_receptions_by_day', [
    `create table received_event (
      event_id text collate "C" primary key,
      received_at timestamptz not null default now()
    ) partition by range (event_id)`,
    defaultPartition('received_event'),
    // For the drop of a day, which asks for the newest row: it costs inserts nothing.
    'create index received_event_time on received_event using brin (received_at)',
    ...receiveOnce,
  ]),
  migration('chassis_011_failed_publications', [
    // An event that the bus does not take while it takes others rests, for longer after each failure.
    'alter table outbox add column failures smallint not null default 0, add column retry_at timestamptz',
  ]),
]

/** Storage settings of tables whose rows live for seconds and are updated often. */
export const hotTableSettings = `with ${hotTable}`
