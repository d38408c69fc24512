import { hotTableSettings, migration } from '@posthorn/chassis'

/** Channels, their subscribers, their posts, and what became of each post for each person. */
export const groups002 = migration('groups_002_channels', [
  `create table channel (
    workspace_id text collate "C" not null,
    id text collate "C" not null,
    number_id text collate "C" not null,
    name text not null,
    description text,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    primary key (workspace_id, id),
    foreign key (workspace_id, number_id) references number_line (workspace_id, id)
  )`,
  `create index channel_number on channel (workspace_id, number_id)`,
  `create table subscriber (
    workspace_id text collate "C" not null,
    channel_id text collate "C" not null,
    id text collate "C" not null,
    subscribed boolean not null,
    by text not null check (by in ('you', 'word')),
    opted_in_at timestamptz,
    opted_out_at timestamptz,
    primary key (workspace_id, channel_id, id),
    foreign key (workspace_id, channel_id) references channel (workspace_id, id) on delete cascade
  )`,
  `create table post (
    workspace_id text collate "C" not null,
    id text collate "C" not null,
    channel_id text collate "C" not null,
    message text,
    template jsonb,
    state text not null default 'posting' check (state in ('posting', 'posted')),
    created_at timestamptz not null default now(),
    posted_at timestamptz,
    primary key (workspace_id, id),
    foreign key (workspace_id, channel_id) references channel (workspace_id, id) on delete cascade
  )`,
  `create index post_channel on post (workspace_id, channel_id, id)`,
  `create index post_posting on post (id) where state = 'posting'`,
  `create table post_delivery (
    workspace_id text collate "C" not null,
    post_id text collate "C" not null,
    phone text collate "C" not null,
    status text not null default 'waiting'
      check (status in ('waiting', 'queued', 'sent', 'delivered', 'read', 'failed', 'unsubscribed')),
    primary key (workspace_id, post_id, phone),
    foreign key (workspace_id, post_id) references post (workspace_id, id) on delete cascade
  ) ${hotTableSettings}`,
  `create index post_delivery_open on post_delivery (workspace_id, post_id, status) where status in ('waiting', 'queued')`,
])
