import { defaultPartition, migration } from '@posthorn/chassis'

/** Finds the events of a chat by their sequence; events that were recorded before have no entry. An event may concern two chats. */
export const webhooks009 = migration('webhooks_009_chat_events', [
  `create table chat_event (
    workspace_id text collate "C" not null,
    chat_id text collate "C" not null,
    sequence bigint not null,
    event_id text collate "C" not null,
    primary key (workspace_id, chat_id, sequence, event_id)
  ) partition by range (event_id)`,
  defaultPartition('chat_event'),
])
