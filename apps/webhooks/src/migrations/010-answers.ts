import { migration } from '@posthorn/chassis'

const count = (name: string) => `${name} integer not null default 0`

/** Duration of last attempts, pace of replays, and their answers beside those before. Completions alone write `replay_answers`. */
export const webhooks010 = migration('webhooks_010_answers', [
  'alter table delivery add column last_latency_ms integer',
  `alter table replay add column speed double precision, add column with_waiting boolean not null default false`,
  `alter table replay_lane add column paced_from timestamptz, add column paced_at timestamptz, add column due_at timestamptz,
     ${['before_ok', 'before_refused', 'before_silent', 'before_none'].map((name) => `add column ${count(name)}`).join(', ')}`,
  `create table replay_answers (
    workspace_id text collate "C" not null,
    replay_id text collate "C" not null,
    endpoint_id text collate "C" not null,
    ${['ok', 'refused', 'silent', 'mended', 'broken'].map(count).join(', ')},
    primary key (workspace_id, replay_id, endpoint_id),
    foreign key (workspace_id, replay_id) references replay (workspace_id, id) on delete cascade
  )`,
  'alter table delivery_job add column replay_id text collate "C", add column replay_before text, add column replay_now text',
])
