import { defaultPartition, hotTableSettings, migration } from '@posthorn/chassis'

const webhookTables = [
  `create table webhook (
    workspace_id text collate "C" not null,
    id text collate "C" not null,
    name text,
    events text[] not null,
    number_id text collate "C",
    secret_header_name text,
    secret_header_value text,
    state text not null default 'active' check (state in ('active', 'paused', 'disabled')),
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    primary key (workspace_id, id)
  )`,
  `create table endpoint (
    workspace_id text collate "C" not null,
    id text collate "C" not null,
    webhook_id text collate "C" not null,
    url text not null,
    position integer not null,
    subscription text not null,
    state text not null default 'active' check (state in ('active', 'disabled')),
    version integer not null default 1,
    failing_since timestamptz,
    last_success_at timestamptz,
    failed_attempts integer not null default 0,
    warned_hours integer not null default 0,
    consecutive_failures integer not null default 0,
    window_started_at timestamptz,
    window_total integer not null default 0,
    window_failed integer not null default 0,
    breaker_opens integer not null default 0,
    breaker_until timestamptz,
    in_flight_max integer not null default 10,
    held_until timestamptz,
    primary key (workspace_id, id),
    foreign key (workspace_id, webhook_id) references webhook (workspace_id, id) on delete cascade
  ) ${hotTableSettings}`,
  `create unique index endpoint_id on endpoint (id)`,
  `create unique index endpoint_subscription on endpoint (workspace_id, url, subscription)`,
  `create index endpoint_webhook on endpoint (workspace_id, webhook_id)`,
  `create table webhook_secret (
    workspace_id text collate "C" not null,
    webhook_id text collate "C" not null,
    version integer not null,
    sealed text not null,
    created_at timestamptz not null default now(),
    expires_at timestamptz,
    primary key (workspace_id, webhook_id, version),
    foreign key (workspace_id, webhook_id) references webhook (workspace_id, id) on delete cascade
  )`,
  `create table known_number (
    workspace_id text collate "C" not null,
    id text collate "C" not null,
    primary key (workspace_id, id)
  )`,
]

/** The row lock of `workspace_sequence` makes sequences unique; a unique index could not, because `event` is partitioned by id. */
const eventTables = [
  `create table workspace_sequence (
    workspace_id text collate "C" not null primary key,
    last bigint not null
  ) ${hotTableSettings}`,
  `create table event (
    workspace_id text collate "C" not null,
    id text collate "C" not null,
    sequence bigint not null,
    kind text not null,
    number_id text collate "C",
    payload text not null,
    traceparent text,
    recorded_at timestamptz not null default now(),
    primary key (workspace_id, id)
  ) partition by range (id)`,
  defaultPartition('event'),
  `create index event_sequence on event (workspace_id, sequence)`,
]

/** The id of a delivery is made from event and endpoint, so its primary key keeps (event, endpoint) unique across partitions. */
const deliveryTables = [
  `create table delivery (
    workspace_id text collate "C" not null,
    id text collate "C" not null,
    webhook_id text collate "C" not null,
    endpoint_id text collate "C" not null,
    url text not null,
    event_id text collate "C" not null,
    event_kind text not null,
    event_sequence bigint not null,
    state text not null check (state in ('waiting', 'parked', 'succeeded', 'exhausted', 'canceled', 'expired')),
    attempts integer not null default 0,
    last_status integer,
    last_error text,
    next_attempt_at timestamptz,
    created_at timestamptz not null default now(),
    completed_at timestamptz,
    primary key (workspace_id, id)
  ) partition by range (id)`,
  defaultPartition('delivery'),
  `create index delivery_webhook on delivery (workspace_id, webhook_id, id)`,
  `create table delivery_job (
    workspace_id text collate "C" not null,
    delivery_id text collate "C" not null,
    endpoint_id text collate "C" not null,
    event_id text collate "C" not null,
    attempt integer not null default 0,
    number integer not null default 0,
    run_at timestamptz not null default now(),
    lease_token uuid,
    parked_at timestamptz,
    primary key (workspace_id, delivery_id)
  ) ${hotTableSettings}`,
  `create index delivery_job_lane on delivery_job (endpoint_id, run_at, delivery_id)`,
  `create index delivery_job_leased on delivery_job (endpoint_id, run_at) where lease_token is not null`,
  `create index delivery_job_parked on delivery_job (parked_at) where parked_at is not null`,
  `create table attempt (
    workspace_id text collate "C" not null,
    id text collate "C" not null,
    delivery_id text collate "C" not null,
    number integer not null,
    started_at timestamptz not null,
    latency_ms integer not null,
    status integer,
    error text,
    response_headers jsonb not null,
    response_body text not null,
    primary key (workspace_id, id)
  ) partition by range (id)`,
  defaultPartition('attempt'),
  `create index attempt_delivery on attempt (workspace_id, delivery_id, number)`,
]

/** Webhooks and their endpoints, the numbered event log, and deliveries with their jobs and attempts. */
export const webhooks001 = migration('webhooks_001_webhooks', [...webhookTables, ...eventTables, ...deliveryTables])
