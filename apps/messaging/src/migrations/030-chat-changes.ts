import { migration } from '@posthorn/chassis'

/** Adds what was done to each chat, when and by whom, and whom notes mention. */
export const messaging030 = migration('messaging_030_chat_changes', [
  `create table chat_change (
    workspace_id text collate "C" not null,
    id text collate "C" not null,
    chat_id text collate "C" not null,
    change text not null,
    author jsonb,
    detail jsonb,
    created_at timestamptz not null default now(),
    primary key (workspace_id, id),
    foreign key (workspace_id, chat_id) references chat (workspace_id, id) on delete cascade
  )`,
  'create index chat_change_chat on chat_change (workspace_id, chat_id, id)',
  `alter table note add mentions text[] not null default '{}', add edited_at timestamptz`,
  `create index note_mentions on note using gin (mentions) where mentions <> '{}'`,
])
