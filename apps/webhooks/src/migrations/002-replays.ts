import { migration } from '@posthorn/chassis'

/** Replays with their place in the log for each endpoint, and which jobs are theirs. */
export const webhooks002 = migration('webhooks_002_replays', [
  `create table replay (
    workspace_id text collate "C" not null,
    id text collate "C" not null,
    webhook_id text collate "C" not null,
    from_at timestamptz not null,
    to_at timestamptz not null,
    events text[],
    chat_id text collate "C",
    only_failed boolean not null,
    state text not null default 'running' check (state in ('running', 'finished', 'stopped')),
    created_at timestamptz not null default now(),
    finished_at timestamptz,
    primary key (workspace_id, id),
    foreign key (workspace_id, webhook_id) references webhook (workspace_id, id) on delete cascade
  )`,
  `create index replay_webhook on replay (workspace_id, webhook_id, id)`,
  `create table replay_lane (
    workspace_id text collate "C" not null,
    replay_id text collate "C" not null,
    endpoint_id text collate "C" not null,
    checkpoint text collate "C" not null,
    queued integer not null default 0,
    done boolean not null default false,
    primary key (workspace_id, replay_id, endpoint_id),
    foreign key (workspace_id, replay_id) references replay (workspace_id, id) on delete cascade
  )`,
  `create index replay_lane_open on replay_lane (workspace_id, replay_id) where not done`,
  `alter table delivery_job add column replay boolean not null default false`,
])
