import { migration } from '@posthorn/chassis'

/** Channels that messages may be addressed to, and which message a post was. */
export const messaging010 = migration('messaging_010_channels', [
  `create table known_channel (
    workspace_id text collate "C" not null,
    id text collate "C" not null,
    version integer not null,
    number_id text collate "C" not null,
    name text not null,
    deleted boolean not null,
    primary key (workspace_id, id)
  )`,
  `create table channel_post (
    workspace_id text collate "C" not null,
    post_id text collate "C" not null,
    message_id text collate "C" not null,
    primary key (workspace_id, post_id)
  )`,
])
