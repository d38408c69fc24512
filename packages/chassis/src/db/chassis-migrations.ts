import { migration } from './migration.ts'
import { defaultPartition, hotTableSettings, type PartitionedTable, queueTableSettings } from './partitions.ts'

/** Tables that every service has. */
export const chassisMigrations = [
  migration('chassis_001_baseline', [
    // Events to publish, written in the transaction that caused them.
    `create table outbox (
      id text collate "C" primary key,
      workspace_id text collate "C",
      kind text not null,
      payload bytea storage external not null, -- packed: JSON as published
      created_at timestamptz not null default now()
    ) partition by range (id)`,
    defaultPartition('outbox'),
    // Events that have not been confirmed yet. A row without a sequence contains a transaction's events that are waiting to be published. A
    // row with a sequence contains events that were published within a quarter of a second.
    `create table outbox_batch (
      id text collate "C" not null, -- the id of the first event
      ids text[] not null,
      attempt integer not null default 0, -- increases with each publication after a loss or restore
      failures smallint not null default 0, -- how many times the bus refused the event while accepting others
      retry_at timestamptz,
      js_epoch text, -- this and the next two: the stream that accepted the events, their last sequence, and the sequence of each, in order
      js_seq bigint,
      seqs bigint[],
      created_at timestamptz not null default clock_timestamp()
    ) ${queueTableSettings}`,
    'create unique index outbox_batch_waiting on outbox_batch (id) where js_seq is null',
    'create index outbox_batch_published on outbox_batch (js_seq) where js_seq is not null',
    // This service's position in the stream.
    `create table relay_position (
      only_row boolean primary key default true check (only_row),
      js_epoch text not null,
      js_seq bigint not null, -- the last sequence that was processed
      confirmed_seq bigint not null default 0 -- this service's events up to this sequence need no more checks
    ) ${queueTableSettings}`,
    // Events that have already been applied. Prevents applying an event twice.
    `create table received_event (
      event_id text collate "C" primary key,
      received_at timestamptz not null default now()
    ) partition by range (event_id)`,
    defaultPartition('received_event'),
    // Used to find a day's newest row when deciding whether the day can be dropped. This index adds no cost to inserts.
    'create index received_event_time on received_event using brin (received_at)',
    // Events that could not be applied or published, kept with their error.
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
    // How often each event failed to be applied. It is set aside in dead_event after the last attempt.
    `create table failed_event (
      event_id text collate "C" primary key,
      failures integer not null default 1,
      failed_at timestamptz not null default now()
    )`,
    // Responses that are returned again when a call is retried with its idempotency key, and keys of calls that are being prepared.
    `create table idempotency (
      workspace_id text collate "C" not null,
      route text not null,
      key text not null,
      fingerprint text not null, -- fingerprint of the request; reusing the key for a different request is refused
      body text, -- null while a process prepares the call, with the process's token as the fingerprint
      created_at timestamptz not null default now(),
      primary key (workspace_id, route, key)
    )`,
    'create index idempotency_created on idempotency (created_at)',
    // People whom this service still has to erase.
    `create table erasure_job (
      workspace_id text collate "C" not null,
      id text collate "C" not null,
      contact_id text collate "C" not null,
      requested_at timestamptz not null,
      sealed text not null, -- the person's identifiers
      run_at timestamptz not null default now(),
      reported boolean not null default false,
      searched_at timestamptz, -- when this service last searched its announced events
      primary key (workspace_id, id)
    )`,
    // The database's history. Used to detect a restore and quarantine the database.
    `create table restore_guard (
      only_row boolean primary key default true check (only_row),
      history text not null,
      quarantined_at timestamptz
    )`,
    // Versions of the master key, each with a value that identifies the key.
    `create table master_key (
      version text primary key,
      check_value text not null,
      noted_at timestamptz not null default now(), -- when a process last started with it, or found something that it encrypts
      retired_at timestamptz -- null while the key may still be in use
    )`,
    // The secret that other keys are derived from, encrypted with the master key.
    `create table derivation_root (
      only_row boolean primary key default true check (only_row),
      sealed text not null
    )`,
    // The processes that share this service's shards.
    `create table worker_process (
      id text primary key,
      joined_at timestamptz not null,
      seen_at timestamptz not null,
      has_bus boolean not null default true -- false while the process is not connected to the bus
    ) ${hotTableSettings}`,
  ]),
]

/** Full days, in addition to the current day, for which the outbox keeps events: at least 72 hours. */
const outboxDays = 3

/** Returns a query that finds a row if all events up to the end of a day are confirmed. Others may have to be published again, however old they are. */
const isConfirmed = (dayTable: string) =>
  `select 1 where not exists (select 1 from outbox_batch where id <= (select max(id) from ${dayTable}))`

/** More than the total time in the stream, the outbox and retries, so that a late redelivery still finds its event. */
export const receivedDays = 8

/** Returns a query that finds a row if no event of a day was received in the last `receivedDays` days: one may arrive long after it was announced. */
const isExpired = (dayTable: string) =>
  `select 1 where not exists (select 1 from ${dayTable} where received_at > now() - interval '${receivedDays} days')`

const daily = { prefix: 'evt', every: 'day', createInAdvance: 3 } as const

/** Partitioned tables that every service has. */
export const chassisPartitions: PartitionedTable[] = [
  { ...daily, table: 'outbox', keep: outboxDays, mayDrop: isConfirmed },
  { ...daily, table: 'received_event', keep: receivedDays, mayDrop: isExpired },
]
