import { hotTableSettings, migration, workspaceSettingTable } from '@posthorn/chassis'

export const baseline = migration('groups_001_baseline', [
  // A connected number, copied from the numbers service's events.
  `create table known_number (
    workspace_id text collate "C" not null,
    id text collate "C" not null,
    provider text not null check (provider in ('cloud', 'simulator')),
    ciphertext text, -- sealed credentials; null once disconnected
    version integer not null,
    primary key (workspace_id, id)
  )`,
  // Workspace settings that this service uses, copied from the gateway's events.
  workspaceSettingTable,
  // A WhatsApp group.
  `create table chat_group (
    workspace_id text collate "C" not null,
    id text collate "C" not null,
    number_id text collate "C" not null,
    name text not null,
    description text,
    status text not null check (status in ('creating', 'active', 'deleting', 'deleted', 'failed')),
    join_approval boolean not null,
    suspended boolean not null default false,
    image jsonb,
    invite_link text,
    provider_id text,
    request_id text, -- the provider's id for the request to create the group
    error_code text,
    error_message text,
    changes jsonb not null default '[]', -- the last requested change of each setting, with its outcome
    joined integer not null default 0, -- this and the next two: numbers of participants, invitations, and requests to join
    invited integer not null default 0,
    requested integer not null default 0,
    reported_at jsonb not null default '{}', -- time of the provider's last report for each setting
    version integer not null default 1,
    created_at timestamptz not null default date_trunc('milliseconds', now()), -- by Postgres's clock, in the precision of cursors
    updated_at timestamptz not null default now(),
    primary key (workspace_id, id),
    foreign key (workspace_id, number_id) references known_number (workspace_id, id)
  )`,
  'create index chat_group_newest on chat_group (workspace_id, created_at desc, id desc)',
  `create unique index chat_group_request on chat_group (workspace_id, number_id, request_id)
     where request_id is not null`,
  'create index chat_group_provider on chat_group (workspace_id, number_id, provider_id) where provider_id is not null',
  // Groups that are being created. Each row is kept until the creation has ended.
  `create table group_creation (
    workspace_id text collate "C" not null,
    group_id text collate "C" not null,
    number_id text collate "C" not null,
    -- unknown: the request may have reached the provider
    status text not null check (status in ('waiting', 'calling', 'requested', 'unknown')),
    attempt integer not null default 0,
    run_at timestamptz not null default now(),
    called_at timestamptz,
    primary key (workspace_id, group_id),
    foreign key (workspace_id, group_id) references chat_group (workspace_id, id) on delete cascade
  ) ${hotTableSettings}`,
  `create index group_creation_due on group_creation (run_at) where status = 'waiting'`,
  // Requested changes to groups. Each row is kept until the provider has confirmed or refused the change.
  `create table group_job (
    workspace_id text collate "C" not null,
    id bigint generated always as identity,
    group_id text collate "C" not null,
    number_id text collate "C" not null,
    pending jsonb not null, -- the requested change
    content bytea, -- image bytes
    status text not null default 'waiting' check (status in ('waiting', 'calling', 'requested')),
    request_id text,
    attempt integer not null default 0,
    created_at timestamptz not null default now(),
    run_at timestamptz not null default now(),
    called_at timestamptz,
    primary key (workspace_id, id),
    foreign key (workspace_id, group_id) references chat_group (workspace_id, id) on delete cascade
  ) ${hotTableSettings}`,
  'create index group_job_group on group_job (workspace_id, group_id, id)',
  `create index group_job_due on group_job (run_at) where status = 'waiting'`,
  // Provider reports that arrived before the response to the request that they belong to.
  `create table early_group_update (
    workspace_id text collate "C" not null,
    number_id text collate "C" not null,
    request_id text not null,
    subject text, -- name of the group
    report jsonb not null,
    received_at timestamptz not null default now(),
    primary key (workspace_id, number_id, request_id)
  )`,
  'create index early_group_update_received on early_group_update (received_at)',
  // Someone who is or was in a group, or who is invited to it.
  `create table group_participant (
    workspace_id text collate "C" not null,
    group_id text collate "C" not null,
    id text collate "C" not null, -- the phone, or the user id if the person hides it
    phone text,
    user_id text,
    status text not null check (status in ('invited', 'joined', 'removing', 'removed', 'left', 'canceled', 'failed')),
    invitation_id text collate "C", -- reference of the invitation message
    invitation_status text
      check (invitation_status in ('waiting', 'queued', 'sent', 'delivered', 'read', 'failed')),
    invitation jsonb, -- the invitation to send once the group is active
    error_code text,
    invited_at timestamptz,
    joined_at timestamptz,
    left_at timestamptz,
    primary key (workspace_id, group_id, id),
    foreign key (workspace_id, group_id) references chat_group (workspace_id, id) on delete cascade
  )`,
  `create unique index group_participant_invitation on group_participant (workspace_id, invitation_id)
     where invitation_id is not null`,
  // A request to join a group.
  `create table join_request (
    workspace_id text collate "C" not null,
    group_id text collate "C" not null,
    id text collate "C" not null, -- the provider's id for the request
    phone text,
    user_id text,
    status text not null check (status in ('pending', 'approving', 'approved', 'rejecting', 'rejected', 'revoked')),
    error_code text,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    primary key (workspace_id, group_id, id),
    foreign key (workspace_id, group_id) references chat_group (workspace_id, id) on delete cascade
  )`,
  // Segments that can be a channel's audience, copied from the contacts service's events.
  `create table known_segment (
    workspace_id text collate "C" not null,
    id text collate "C" not null,
    deleted boolean not null,
    primary key (workspace_id, id)
  )`,
  // A broadcast channel: an audience that receives messages from one number.
  `create table channel (
    workspace_id text collate "C" not null,
    id text collate "C" not null,
    number_id text collate "C" not null,
    name text not null,
    description text,
    segment_id text collate "C", -- the audience; null: the subscribers
    deleted boolean not null default false, -- its subscribers and posts are deleted page by page, then the row
    version integer not null default 1,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    primary key (workspace_id, id),
    foreign key (workspace_id, number_id) references known_number (workspace_id, id)
  )`,
  'create index channel_number on channel (workspace_id, number_id)',
  'create index channel_deleted on channel (id) where deleted',
  // Someone who is or was subscribed to a channel.
  `create table subscriber (
    workspace_id text collate "C" not null,
    channel_id text collate "C" not null,
    id text collate "C" not null, -- the phone
    subscribed boolean not null,
    by text not null check (by in ('you', 'word')), -- word: the person sent a word that opts out
    opted_in_at timestamptz,
    opted_out_at timestamptz,
    primary key (workspace_id, channel_id, id),
    foreign key (workspace_id, channel_id) references channel (workspace_id, id) on delete cascade
  )`,
  // A message to a channel's whole audience.
  `create table post (
    workspace_id text collate "C" not null,
    id text collate "C" not null,
    channel_id text collate "C" not null,
    content jsonb not null, -- message body, as in the API
    status text not null default 'posting'
      check (status in ('scheduled', 'testing', 'posting', 'paused', 'stopping', 'stopped', 'posted')),
    deliver_at timestamptz,
    posted_at timestamptz,
    segment_id text collate "C", -- the audience when the post started; null: the subscribers
    gather_after text collate "C", -- the contact after which the last requested page starts; null: all are listed
    asked_at timestamptz, -- when the next page was requested
    to_feed integer not null default 0, -- messages that are not in the number's queue yet
    counts jsonb not null default '{}', -- people whose deliveries have been deleted, by status and error code
    version integer not null default 2,
    created_at timestamptz not null default now(),
    primary key (workspace_id, id),
    foreign key (workspace_id, channel_id) references channel (workspace_id, id) on delete cascade
  )`,
  'create index post_channel on post (workspace_id, channel_id, id)',
  `create index post_open on post (id) where status in ('scheduled', 'testing', 'posting', 'stopping')`,
  `create index post_gathering on post (asked_at) where status in ('posting', 'paused') and gather_after is not null`,
  // The outcome of a post for each recipient.
  `create table post_delivery (
    workspace_id text collate "C" not null,
    post_id text collate "C" not null,
    phone text collate "C" not null,
    status text not null default 'waiting'
      check (status in ('waiting', 'queued', 'sent', 'delivered', 'read', 'failed', 'canceled', 'opted_out', 'unsubscribed')),
    error_code text, -- why it failed
    test boolean not null default false, -- sent as a test before the rest of the post
    primary key (workspace_id, post_id, phone),
    foreign key (workspace_id, post_id) references post (workspace_id, id) on delete cascade
  ) ${hotTableSettings}`,
  `create index post_delivery_open on post_delivery (workspace_id, post_id, status)
     where status in ('waiting', 'queued')`,
])
