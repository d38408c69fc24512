import { defaultPartition, hotTableSettings, migration, queueTableSettings } from '@posthorn/chassis'

/**
 * Fill factor in percent. A delivery is updated once, soon after it is stored, and no index contains the changed columns. With full pages,
 * two out of three updates moved the row to another page and wrote to every index.
 */
export const deliveryFillfactor = 70

export const baseline = migration('webhooks_001_baseline', [
  // Numbers that a webhook can be limited to, copied from the numbers service's events.
  `create table known_number (
    workspace_id text collate "C" not null,
    id text collate "C" not null,
    primary key (workspace_id, id)
  )`,
  // A subscription to a workspace's events.
  `create table webhook (
    workspace_id text collate "C" not null,
    id text collate "C" not null,
    name text,
    events text[] not null,
    number_id text collate "C", -- null: events from all numbers
    format text not null default 'posthorn', -- payload format
    rate_per_second double precision check (rate_per_second > 0),
    secret_header_name text,
    secret_header_value text, -- sealed
    status text not null default 'active' check (status in ('active', 'paused', 'disabled')),
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    primary key (workspace_id, id)
  )`,
  // Secrets for signing deliveries. Each delivery is signed with the newest secret, and also with older secrets until they expire.
  `create table webhook_secret (
    workspace_id text collate "C" not null,
    webhook_id text collate "C" not null,
    sealed text not null,
    expires_at timestamptz,
    version integer not null,
    created_at timestamptz not null default now(),
    primary key (workspace_id, webhook_id, version),
    foreign key (workspace_id, webhook_id) references webhook (workspace_id, id) on delete cascade
  )`,
  // A webhook's URL, with its recent failures and its breaker.
  `create table endpoint (
    workspace_id text collate "C" not null,
    id text collate "C" not null,
    webhook_id text collate "C" not null,
    url text not null,
    position integer not null,
    subscription text not null, -- what the endpoint is subscribed to, as one string; a URL can have each subscription only once
    status text not null default 'active' check (status in ('active', 'disabled')),
    failing_since timestamptz,
    last_success_at timestamptz,
    failed_attempts integer not null default 0, -- since the last success
    warned_hours integer not null default 0, -- number of hours of failure in the last warning
    window_started_at timestamptz, -- start of the period used to calculate the failure rate
    window_total integer not null default 0,
    window_failed integer not null default 0,
    breaker_opens integer not null default 0, -- how many times in a row the breaker has opened
    breaker_until timestamptz,
    in_flight_max integer not null default 10,
    held_until timestamptz, -- no deliveries until then, regardless of the breaker
    version integer not null default 1,
    primary key (workspace_id, id),
    foreign key (workspace_id, webhook_id) references webhook (workspace_id, id) on delete cascade
  ) ${queueTableSettings}`,
  'create unique index endpoint_id on endpoint (id)',
  'create unique index endpoint_subscription on endpoint (workspace_id, url, subscription)',
  'create index endpoint_webhook on endpoint (workspace_id, webhook_id)',
  // Each endpoint's remaining tokens under the rate limit of its webhook.
  `create table endpoint_pace (
    workspace_id text collate "C" not null,
    endpoint_id text collate "C" not null,
    tokens double precision not null,
    replay_tokens double precision not null,
    counted_at timestamptz not null,
    primary key (workspace_id, endpoint_id),
    foreign key (workspace_id, endpoint_id) references endpoint (workspace_id, id) on delete cascade
  ) ${hotTableSettings}`,
  // The last sequence in each event log. Its row lock keeps sequences unique: an index can't, because the log is partitioned by id.
  `create table workspace_sequence (
    workspace_id text collate "C" primary key,
    last bigint not null
  ) ${queueTableSettings}`,
  // The event log.
  `create table event (
    workspace_id text collate "C" not null,
    id text collate "C" not null,
    sequence bigint not null,
    kind text not null,
    number_id text collate "C",
    message_id text collate "C", -- null for events that are not about a message
    webhook_id text collate "C", -- null for events that are not about a webhook
    entry bytea storage external not null, -- packed: JSON as sent to all receivers; line 2: the provider's JSON if line 1 omits part of it
    traceparent text,
    recorded_at timestamptz not null default now(),
    primary key (workspace_id, id)
  ) partition by range (id)`,
  defaultPartition('event'),
  'create index event_sequence on event (workspace_id, sequence)',
  'create index event_message on event (message_id) where message_id is not null',
  // Each chat's events, in order. An event can belong to two chats.
  `create table chat_event (
    workspace_id text collate "C" not null,
    chat_id text collate "C" not null,
    sequence bigint not null,
    event_id text collate "C" not null
  ) partition by range (event_id)`,
  defaultPartition('chat_event'),
  // Not unique: the log contains each event once, and sequences are unique in a workspace.
  'create index chat_event_place on chat_event (chat_id, sequence)',
  // The delivery of an event to an endpoint. Its id is derived from both, so the primary key keeps the pair unique across partitions.
  `create table delivery (
    workspace_id text collate "C" not null,
    id text collate "C" not null,
    webhook_id text collate "C" not null,
    endpoint_id text collate "C" not null,
    url text not null,
    event_id text collate "C" not null,
    event_kind text not null,
    event_sequence bigint not null,
    status text not null check (status in ('waiting', 'parked', 'succeeded', 'exhausted', 'canceled', 'expired')),
    attempts integer not null default 0,
    last_http_status integer,
    last_latency_ms integer,
    last_error text,
    next_attempt_at timestamptz,
    completed_at timestamptz,
    created_at timestamptz not null default now(),
    primary key (workspace_id, id)
  ) partition by range (id)`,
  defaultPartition('delivery', `with (fillfactor = ${deliveryFillfactor})`),
  'create index delivery_webhook on delivery (workspace_id, webhook_id, id)',
  // Deliveries are stored in time order, so this index has few pages and costs almost nothing to write.
  'create index delivery_created on delivery using brin (created_at) with (pages_per_range = 8)',
  // Unfinished deliveries.
  `create table delivery_job (
    workspace_id text collate "C" not null,
    delivery_id text collate "C" not null,
    endpoint_id text collate "C" not null,
    event_id text collate "C" not null,
    attempt integer not null default 0, -- attempts since the delivery was created or last replayed
    number integer not null default 0, -- total attempts
    run_at timestamptz not null default now(), -- when it is due, or when its lease ends
    lease_token uuid,
    parked_at timestamptz, -- set while the endpoint is paused or failing
    replay boolean not null default false,
    replay_id text collate "C",
    replay_before text, -- result of the delivery before the replay
    replay_now text, -- result that the replay has already counted
    primary key (workspace_id, delivery_id)
  ) ${queueTableSettings}`,
  'create index delivery_job_due on delivery_job (endpoint_id, run_at, delivery_id)',
  'create index delivery_job_leased on delivery_job (endpoint_id, run_at) where lease_token is not null',
  'create index delivery_job_parked on delivery_job (parked_at) where parked_at is not null',
  'create index delivery_job_replayed on delivery_job (endpoint_id, run_at, delivery_id) where replay',
  // A request to an endpoint.
  `create table attempt (
    workspace_id text collate "C" not null,
    id text collate "C" not null,
    delivery_id text collate "C" not null,
    number integer not null,
    url text not null,
    started_at timestamptz not null,
    latency_ms integer not null,
    http_status integer,
    error text,
    response_headers jsonb not null,
    response_body text not null,
    primary key (workspace_id, id)
  ) partition by range (id)`,
  defaultPartition('attempt'),
  'create index attempt_delivery on attempt (delivery_id, number)',
  // A replay of past events.
  `create table replay (
    workspace_id text collate "C" not null,
    id text collate "C" not null,
    webhook_id text collate "C" not null,
    from_at timestamptz not null,
    to_at timestamptz not null,
    events text[], -- kinds of events; null: all
    chat_id text collate "C",
    only_failed boolean not null,
    status text not null default 'running' check (status in ('running', 'finished', 'stopped')),
    completed_at timestamptz,
    speed double precision, -- multiple of the original speed; null: as fast as the endpoint accepts events
    with_waiting boolean not null default false, -- includes deliveries that have not succeeded yet
    created_at timestamptz not null default now(),
    primary key (workspace_id, id),
    foreign key (workspace_id, webhook_id) references webhook (workspace_id, id) on delete cascade
  )`,
  'create index replay_webhook on replay (workspace_id, webhook_id, id)',
  // A replay's progress for each endpoint, and counts of the last responses before the replay.
  `create table replay_endpoint (
    workspace_id text collate "C" not null,
    replay_id text collate "C" not null,
    endpoint_id text collate "C" not null,
    checkpoint text collate "C" not null, -- the last event that was queued
    queued integer not null default 0,
    done boolean not null default false,
    paced_from timestamptz, -- time in the log where pacing starts
    paced_at timestamptz, -- when the replay reached that time
    due_at timestamptz, -- when the next event is due
    before_ok integer not null default 0,
    before_refused integer not null default 0,
    before_silent integer not null default 0,
    before_none integer not null default 0,
    primary key (workspace_id, replay_id, endpoint_id),
    foreign key (workspace_id, replay_id) references replay (workspace_id, id) on delete cascade
  )`,
  'create index replay_endpoint_open on replay_endpoint (workspace_id, replay_id) where not done',
  // Counts of the responses to a replay's deliveries.
  `create table replay_answers (
    workspace_id text collate "C" not null,
    replay_id text collate "C" not null,
    endpoint_id text collate "C" not null,
    ok integer not null default 0,
    refused integer not null default 0,
    silent integer not null default 0,
    fixed integer not null default 0, -- failed before the replay, succeeded in it
    broken integer not null default 0, -- succeeded before the replay, failed in it
    primary key (workspace_id, replay_id, endpoint_id),
    foreign key (workspace_id, replay_id) references replay (workspace_id, id) on delete cascade
  )`,
])
