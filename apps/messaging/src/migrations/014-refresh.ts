import { hotTableSettings, migration } from '@posthorn/chassis'

/** Labels and members that have changed, for the chats that do not show it yet; and members that are gone. */
export const messaging014 = migration('messaging_014_refresh', [
  `create table chat_refresh (
    workspace_id text collate "C" not null,
    subject_id text collate "C" not null,
    shown jsonb,
    author jsonb,
    primary key (workspace_id, subject_id)
  ) ${hotTableSettings}`,
  'alter table member add column removed boolean not null default false',
])
