import { hotTableSettings, migration } from '@posthorn/chassis'

/** How fast deliveries may follow each other: the wish of a webhook, and what each of its urls may still take now. */
export const webhooks003 = migration('webhooks_003_pace', [
  `alter table webhook add column rate_per_second double precision check (rate_per_second > 0)`,
  `create table endpoint_pace (
    workspace_id text collate "C" not null,
    endpoint_id text collate "C" not null,
    tokens double precision not null,
    replay_tokens double precision not null,
    counted_at timestamptz not null,
    primary key (workspace_id, endpoint_id),
    foreign key (workspace_id, endpoint_id) references endpoint (workspace_id, id) on delete cascade
  ) ${hotTableSettings}`,
])
