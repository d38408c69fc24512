import { queueTableSettings } from '@posthorn/chassis'

/** Numbers with their sending rates, and message recipients that are not people. */
export const numbers = [
  // A connected number, copied from the numbers service's events.
  `create table known_number (
    workspace_id text collate "C" not null,
    id text collate "C" not null unique,
    provider text not null,
    phone text,
    name text not null,
    provider_ids jsonb, -- the provider's ids for the number and its account
    is_default boolean not null,
    connected boolean not null,
    ciphertext text, -- sealed credentials; null once disconnected
    refuses boolean not null default false, -- the queue is not accepting new messages
    version integer not null,
    primary key (workspace_id, id)
  )`,
  'create index known_number_default on known_number (workspace_id) where is_default',
  // A number's queue and sending rate.
  `create table number_queue (
    number_id text collate "C" primary key,
    workspace_id text collate "C" not null,
    status text not null default 'active' check (status in ('active', 'paused', 'draining')),
    drain_mark text collate "C", -- the last message to send while the queue is draining
    connected boolean not null,
    quiet_hours jsonb,
    rate_per_second double precision not null,
    tokens double precision not null default 1, -- messages that could be sent immediately as of tokens_at
    tokens_at timestamptz not null default now(),
    blocked_until timestamptz, -- no messages are sent until then: the provider throttled or refused the number, or failed
    blocked_for text,
    well_since timestamptz not null default now(), -- the number was connected, or found to be well after a pause
    served_by text, -- the process that sends for the number
    last_served_at timestamptz not null default now(),
    foreign key (workspace_id, number_id) references known_number (workspace_id, id)
  ) ${queueTableSettings}`,
  // The time from which the provider accepts a number's next message to a recipient.
  `create table pair_gate (
    number_id text collate "C" not null,
    recipient text not null,
    free_at timestamptz not null,
    primary key (number_id, recipient)
  ) ${queueTableSettings}`,
  'create index pair_gate_free on pair_gate (free_at)',
  // Workspace settings, copied from the gateway's events.
  `create table workspace_setting (
    workspace_id text collate "C" primary key,
    opted_out_messages text not null, -- a separate column because the dispatcher's queries use it
    settings jsonb not null default '{}',
    version integer not null
  )`,
  // Groups that messages can be sent to, copied from the groups service's events.
  `create table known_group (
    workspace_id text collate "C" not null,
    id text collate "C" not null,
    number_id text collate "C" not null,
    provider_id text,
    name text not null,
    status text not null,
    version integer not null,
    primary key (workspace_id, id)
  )`,
  'create index known_group_provider on known_group (number_id, provider_id) where provider_id is not null',
  // Broadcast channels that messages can be sent to, copied from the groups service's events.
  `create table known_channel (
    workspace_id text collate "C" not null,
    id text collate "C" not null,
    number_id text collate "C" not null,
    name text not null,
    deleted boolean not null,
    version integer not null,
    primary key (workspace_id, id)
  )`,
  // Post data that the queue needs, copied from the groups service's events.
  `create table known_post (
    workspace_id text collate "C" not null,
    id text collate "C" not null,
    channel_id text collate "C" not null,
    number_id text collate "C" not null,
    status text not null,
    waiting integer not null, -- messages that the post will still add to the queue
    version integer not null,
    primary key (workspace_id, id)
  )`,
  `create index known_post_running on known_post (workspace_id, number_id)
     where status in ('scheduled', 'testing', 'posting', 'paused')`,
  'create index known_post_channel on known_post (workspace_id, channel_id)',
  // For each post, the channel message that requested it.
  `create table channel_post (
    workspace_id text collate "C" not null,
    post_id text collate "C" not null,
    message_id text collate "C" not null,
    primary key (workspace_id, post_id)
  )`,
]

/** People: members, contacts and recipients. */
export const people = [
  // Members that chats can be assigned to, copied from the gateway's events.
  `create table member (
    workspace_id text collate "C" not null,
    id text collate "C" not null,
    name text not null,
    email text not null,
    disabled boolean not null default false,
    removed boolean not null default false,
    version integer not null,
    primary key (workspace_id, id)
  )`,
  'create index member_email on member (workspace_id, email)',
  // Departments, copied from the gateway's events. Automations assign chats to a department's members.
  `create table department (
    workspace_id text collate "C" not null,
    id text collate "C" not null,
    members text[] not null,
    removed boolean not null default false,
    version integer not null,
    primary key (workspace_id, id)
  )`,
  // Contact data that message events include. A contact that was imported and never announced has no row.
  `create table contact_fact (
    workspace_id text collate "C" not null,
    contact_id text collate "C" not null,
    name text,
    fields jsonb not null,
    blocked boolean not null,
    version integer not null,
    primary key (workspace_id, contact_id)
  )`,
  // Identifiers of people who have more than one. An identifier without a row stands for a separate person.
  `create table person_identifier (
    workspace_id text collate "C" not null,
    value text collate "C" not null,
    type text not null,
    person text collate "C" not null, -- the identifier used to store chats and send messages
    since timestamptz not null, -- when it became theirs
    released_at timestamptz, -- when it stopped being theirs
    primary key (workspace_id, value)
  )`,
  'create index person_identifier_person on person_identifier (workspace_id, person)',
  // Blocked recipients. Every address of a blocked contact has a row.
  `create table blocked_recipient (
    workspace_id text collate "C" not null,
    recipient text collate "C" not null,
    contact_id text collate "C" not null,
    primary key (workspace_id, recipient)
  )`,
  'create index blocked_recipient_contact on blocked_recipient (workspace_id, contact_id)',
  // Recipients who opted out. Every address of the contact has a row. The row is kept after an opt-in, because its version makes late
  // events ineffective.
  `create table opted_out_recipient (
    workspace_id text collate "C" not null,
    recipient text collate "C" not null,
    contact_id text collate "C" not null,
    opted_out boolean not null,
    version integer not null,
    primary key (workspace_id, recipient)
  )`,
  'create index opted_out_recipient_contact on opted_out_recipient (workspace_id, contact_id)',
]
