import { defaultPartition, growingTableSettings, migration } from '@posthorn/chassis'

export const baseline = migration('numbers_001_baseline', [
  // A phone number that is or was connected.
  `create table number (
    workspace_id text collate "C" not null,
    id text collate "C" not null,
    phone text,
    name text not null,
    country text,
    provider text not null check (provider in ('cloud', 'simulator')),
    phone_number_id text not null,
    business_account_id text,
    credentials text, -- sealed; null once disconnected
    status text not null
      check (status in ('connecting', 'active', 'restricted', 'disconnected', 'error')),
    session_status text not null check (session_status in ('online', 'offline', 'pending', 'error')),
    session_since timestamptz not null,
    session_error_code text,
    session_error_message text,
    device jsonb not null default '{}', -- status reported by the provider; values that have never been reported are missing
    is_default boolean not null,
    rate_per_second double precision, -- messages per second; null: the installation's default
    asked_at timestamptz not null default now(), -- when the provider was last asked for the status; epoch: ask again now
    checked_at timestamptz not null default now(), -- when the provider last reported the status
    quiet_hours jsonb,
    templates_due_at timestamptz not null default now(), -- when to fetch templates from the provider again
    version integer not null default 1,
    created_at timestamptz not null default now(),
    primary key (workspace_id, id),
    check ((status = 'disconnected') = (credentials is null))
  )`,
  'create unique index number_id on number (id)',
  `create unique index number_once on number (provider, phone_number_id) where status <> 'disconnected'`,
  'create unique index number_default on number (workspace_id) where is_default',
  `create index number_unchecked on number (asked_at) where status <> 'disconnected'`,
  `create index number_templates_due on number (templates_due_at)
     where status <> 'disconnected' and business_account_id is not null`,
  `create index number_account on number (business_account_id) where status <> 'disconnected'`,
  // Each number's message templates, as last listed by the provider. Used for search.
  `create table template (
    workspace_id text collate "C" not null,
    number_id text collate "C" not null,
    name text not null,
    language text not null,
    body text,
    primary key (workspace_id, number_id, name, language),
    foreign key (workspace_id, number_id) references number (workspace_id, id) on delete cascade
  )`,
  // Callbacks, stored as they arrived. Callbacks with only statuses are not stored, because their events contain all of them.
  `create table callback (
    id text collate "C" primary key,
    workspace_id text collate "C" not null,
    number_id text collate "C" not null,
    sha256 bytea not null,
    signature text not null, -- the header that authenticates the sender
    raw bytea not null,
    traceparent text,
    received_at timestamptz not null default now(),
    unpacked_at timestamptz, -- null: its updates have not been announced yet
    quarantined jsonb, -- updates that were set aside, such as those for unknown numbers
    error text
  ) partition by range (id)`,
  defaultPartition('callback'),
  'create index callback_turn on callback (workspace_id, id) where unpacked_at is null',
  // Digests of all callbacks. Used to recognize callbacks that the provider retries.
  `create table callback_digest (
    number_id text collate "C" not null,
    sha256 bytea not null,
    received_at timestamptz not null default now(),
    primary key (number_id, sha256)
  ) ${growingTableSettings}`,
  'create index callback_digest_received on callback_digest (received_at)',
  // Provider updates that weren't fully understood. Kept so that people can look at them.
  `create table unread_update (
    workspace_id text collate "C" not null,
    id text collate "C" not null,
    number_id text collate "C" not null,
    field text not null,
    raw jsonb, -- the update as sent by the provider; null if it is too large
    received_at timestamptz not null default now(),
    primary key (workspace_id, id),
    foreign key (workspace_id, number_id) references number (workspace_id, id) on delete cascade
  )`,
  'create index unread_update_number on unread_update (workspace_id, number_id, id)',
  'create index unread_update_received on unread_update (received_at)',
  // Missed calls that have already been announced. Prevents announcing a call twice.
  `create table missed_call (
    workspace_id text collate "C" not null,
    number_id text collate "C" not null,
    digest bytea not null, -- digest of the call's id, which contains the caller's phone
    received_at timestamptz not null default now(),
    primary key (workspace_id, number_id, digest),
    foreign key (workspace_id, number_id) references number (workspace_id, id) on delete cascade
  )`,
  'create index missed_call_received on missed_call (received_at)',
  // Whether each phone uses WhatsApp, as learned from a number's messages.
  `create table known_phone (
    workspace_id text collate "C" not null,
    phone text collate "C" not null,
    number_id text collate "C" not null,
    is_there boolean not null,
    learned_at timestamptz not null,
    primary key (workspace_id, phone, number_id)
  )`,
  'create index known_phone_learned on known_phone (learned_at)',
  // Each sender's contact. Ids are random: the first service that sees an address assigns one.
  `create table sender (
    workspace_id text collate "C" not null,
    address text not null, -- phone or user id
    contact_id text collate "C" not null,
    learned_at timestamptz not null default now(),
    is_contact boolean not null default false, -- whether a contact with this id exists
    primary key (workspace_id, address)
  )`,
  'create index sender_contact on sender (workspace_id, contact_id)',
])
