import { defaultPartition, queueTableSettings } from '@posthorn/chassis'

/** Jobs that send messages and receipts. */
export const queue = [
  // Messages still to be sent.
  `create table send_job (
    message_id text collate "C" primary key,
    workspace_id text collate "C" not null,
    number_id text collate "C" not null,
    chat_id text collate "C" not null,
    recipient text not null,
    status text not null default 'waiting' check (status in ('waiting', 'calling', 'unknown')),
    priority smallint not null,
    ordered boolean not null,
    on_unknown text not null,
    post_id text collate "C",
    due_at timestamptz not null, -- when the message was to be sent, which orders a chat
    run_at timestamptz not null, -- when the next attempt may begin
    waits_for text check (waits_for in ('retry', 'pair_limit', 'window_closed', 'quiet_hours', 'typing')),
    announced_reason text, -- why it waits, as it was announced last; null: not yet
    expires_at timestamptz not null,
    attempt integer not null default 0, -- calls of the provider
    failures integer not null default 0, -- calls that failed in a way that may be repeated
    lease_until timestamptz,
    lease_token uuid,
    lease_owner text -- the process that holds the job: its record of calls shows what it never called
  ) ${queueTableSettings}`,
  `create index send_job_claim on send_job (number_id, priority desc, run_at, message_id) where status = 'waiting'`,
  'create index send_job_order on send_job (chat_id, due_at, message_id) where ordered',
  'create index send_job_expiry on send_job (expires_at)',
  `create index send_job_lease on send_job (lease_until) where status <> 'waiting'`,
  'create index send_job_workspace on send_job (workspace_id)',
  `create index send_job_held on send_job (chat_id) where waits_for = 'window_closed'`,
  // For the next due time across numbers. An expression, so that queries for the due jobs of one number don't use it.
  `create index send_job_next on send_job ((run_at at time zone 'UTC')) where status = 'waiting'`,
  'create index send_job_post on send_job (post_id) where post_id is not null',
  // Calls to the provider.
  `create table send_attempt (
    id text collate "C" primary key,
    workspace_id text collate "C" not null,
    message_id text collate "C" not null,
    attempt integer not null,
    outcome text not null default 'calling',
    error jsonb,
    started_at timestamptz not null default now(),
    ended_at timestamptz
  ) partition by range (id)`,
  defaultPartition('send_attempt'),
  'create index send_attempt_message on send_attempt (workspace_id, message_id)',
  // Read receipts and typing indicators to send to the provider.
  `create table receipt_job (
    message_id text collate "C" primary key,
    workspace_id text collate "C" not null,
    number_id text collate "C" not null,
    provider_id text, -- null: typing only
    run_at timestamptz not null default now(),
    attempt integer not null default 0,
    typing boolean not null default false,
    lease_token uuid
  ) ${queueTableSettings}`,
  'create index receipt_job_turn on receipt_job (workspace_id, run_at)',
]
