import { migration } from '@posthorn/chassis'

/** Adds the ids of chats that were joined into another one. */
export const messaging033 = migration('messaging_033_chat_aliases', [
  `create table chat_alias (
    workspace_id text collate "C" not null,
    id text collate "C" not null,
    chat_id text collate "C" not null,
    primary key (workspace_id, id),
    foreign key (workspace_id, chat_id) references chat (workspace_id, id) on delete cascade
  )`,
  'create index chat_alias_chat on chat_alias (workspace_id, chat_id)',
])
