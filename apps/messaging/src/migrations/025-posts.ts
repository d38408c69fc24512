import { migration } from '@posthorn/chassis'

/** Posts of channels as the queue of their number needs them: whether they are held, and how much they will still put into it. */
export const messaging025 = migration('messaging_025_posts', [
  `create table known_post (
    workspace_id text collate "C" not null,
    id text collate "C" not null,
    channel_id text collate "C" not null,
    number_id text collate "C" not null,
    version integer not null,
    state text not null,
    waiting integer not null,
    primary key (workspace_id, id)
  )`,
  `create index known_post_running on known_post (workspace_id, number_id) where state in ('scheduled', 'testing', 'posting', 'paused')`,
  'create index known_post_channel on known_post (workspace_id, channel_id)',
])
