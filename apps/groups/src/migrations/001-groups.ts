import { hotTableSettings, migration } from '@posthorn/chassis'

/** Groups, the making of those that are not ended, the numbers they belong to, and updates that came before the answer they belong to. */
export const groups001 = migration('groups_001_groups', [
  `create table number_line (
    workspace_id text collate "C" not null,
    id text collate "C" not null,
    provider text not null check (provider in ('cloud', 'simulator')),
    ciphertext text,
    version integer not null,
    primary key (workspace_id, id)
  )`,
  `create table chat_group (
    workspace_id text collate "C" not null,
    id text collate "C" not null,
    number_id text collate "C" not null,
    name text not null,
    description text,
    state text not null check (state in ('creating', 'active', 'failed')),
    join_approval boolean not null,
    invite_link text,
    provider_id text,
    request_id text,
    error_code text,
    error_message text,
    version integer not null default 1,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    primary key (workspace_id, id),
    foreign key (workspace_id, number_id) references number_line (workspace_id, id)
  )`,
  `create index chat_group_newest on chat_group (workspace_id, created_at desc, id desc)`,
  `create unique index chat_group_request on chat_group (workspace_id, number_id, request_id) where request_id is not null`,
  `create table group_creation (
    workspace_id text collate "C" not null,
    group_id text collate "C" not null,
    number_id text collate "C" not null,
    state text not null check (state in ('waiting', 'calling', 'requested', 'unknown')),
    attempt integer not null default 0,
    run_at timestamptz not null default now(),
    called_at timestamptz,
    primary key (workspace_id, group_id),
    foreign key (workspace_id, group_id) references chat_group (workspace_id, id) on delete cascade
  ) ${hotTableSettings}`,
  `create index group_creation_due on group_creation (run_at) where state = 'waiting'`,
  `create table early_news (
    workspace_id text collate "C" not null,
    number_id text collate "C" not null,
    request_id text not null,
    subject text,
    news jsonb not null,
    received_at timestamptz not null default now(),
    primary key (workspace_id, number_id, request_id)
  )`,
  `create index early_news_received on early_news (received_at)`,
])
