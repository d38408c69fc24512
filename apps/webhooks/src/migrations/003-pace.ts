import { hotTableSettings, migration } from '@posthorn/chassis'

/** Rate of deliveries: the limit of a webhook, and the tokens that each of its urls has left. */
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
