import { hotTableSettings, migration } from '@posthorn/chassis'

/** People in groups, requests to join, and changes that the provider is requested to make. */
export const groups006 = migration('groups_006_group_people', [
  `create table group_participant (
    workspace_id text collate "C" not null,
    group_id text collate "C" not null,
    id text collate "C" not null,
    phone text,
    user_id text,
    state text not null check (state in ('invited', 'joined', 'removing', 'removed', 'left', 'canceled', 'failed')),
    invitation_id text collate "C",
    invitation_status text check (invitation_status in ('waiting', 'queued', 'sent', 'delivered', 'read', 'failed')),
    wish jsonb,
    error_code text,
    invited_at timestamptz,
    joined_at timestamptz,
    left_at timestamptz,
    primary key (workspace_id, group_id, id),
    foreign key (workspace_id, group_id) references chat_group (workspace_id, id) on delete cascade
  )`,
  `create unique index group_participant_invitation on group_participant (workspace_id, invitation_id)
   where invitation_id is not null`,
  `create table join_request (
    workspace_id text collate "C" not null,
    group_id text collate "C" not null,
    id text collate "C" not null,
    phone text,
    user_id text,
    state text not null check (state in ('pending', 'approving', 'approved', 'rejecting', 'rejected', 'revoked')),
    error_code text,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    primary key (workspace_id, group_id, id),
    foreign key (workspace_id, group_id) references chat_group (workspace_id, id) on delete cascade
  )`,
  `create table group_job (
    workspace_id text collate "C" not null,
    id bigint generated always as identity,
    group_id text collate "C" not null,
    number_id text collate "C" not null,
    wish jsonb not null,
    content bytea,
    state text not null default 'waiting' check (state in ('waiting', 'calling', 'requested')),
    request_id text,
    attempt integer not null default 0,
    run_at timestamptz not null default now(),
    called_at timestamptz,
    primary key (workspace_id, id),
    foreign key (workspace_id, group_id) references chat_group (workspace_id, id) on delete cascade
  ) ${hotTableSettings}`,
  `create index group_job_group on group_job (workspace_id, group_id, id)`,
  `create index group_job_due on group_job (run_at) where state = 'waiting'`,
  `create index chat_group_provider on chat_group (workspace_id, number_id, provider_id) where provider_id is not null`,
])
