import { defaultPartition, migration } from '@posthorn/chassis'

/** Numbers, the callbacks stored for them, and what names a sent message at the provider. */
export const numbers001 = migration('numbers_001_numbers', [
  `create table number (
    workspace_id text collate "C" not null,
    id text collate "C" not null,
    phone text,
    name text not null,
    provider text not null check (provider in ('cloud', 'simulator')),
    phone_number_id text not null,
    business_account_id text,
    credentials text,
    status text not null check (status in ('connecting', 'active', 'paused', 'restricted', 'disconnected', 'error')),
    session_status text not null check (session_status in ('online', 'offline', 'pending', 'error')),
    session_since timestamptz not null,
    session_error_code text,
    session_error_message text,
    is_default boolean not null,
    rate_per_second double precision,
    version integer not null default 1,
    checked_at timestamptz not null default now(),
    created_at timestamptz not null default now(),
    primary key (workspace_id, id),
    check ((status = 'disconnected') = (credentials is null))
  )`,
  `create unique index number_id on number (id)`,
  `create unique index number_once on number (provider, phone_number_id) where status <> 'disconnected'`,
  `create unique index number_default on number (workspace_id) where is_default`,
  `create index number_unchecked on number (checked_at) where status <> 'disconnected'`,
  `create table provider_inbox (
    id text collate "C" not null,
    workspace_id text collate "C" not null,
    number_id text collate "C" not null,
    sha256 bytea not null,
    signature text not null,
    raw bytea not null,
    traceparent text,
    received_at timestamptz not null default now(),
    unpacked_at timestamptz,
    quarantined jsonb,
    error text,
    primary key (id)
  ) partition by range (id)`,
  defaultPartition('provider_inbox'),
  `create index provider_inbox_waiting on provider_inbox (id) where unpacked_at is null`,
  `create table provider_inbox_digest (
    number_id text collate "C" not null,
    sha256 bytea not null,
    received_at timestamptz not null default now(),
    primary key (number_id, sha256)
  )`,
  `create index provider_inbox_digest_received on provider_inbox_digest (received_at)`,
  `create table sent_message (
    workspace_id text collate "C" not null,
    id text collate "C" not null,
    number_id text collate "C" not null,
    provider_id text not null,
    sent_at timestamptz not null default now(),
    primary key (workspace_id, id),
    foreign key (workspace_id, number_id) references number (workspace_id, id) on delete cascade
  )`,
  `create index sent_message_sent on sent_message (sent_at)`,
])
