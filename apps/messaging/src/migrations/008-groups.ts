import { hotTableSettings, migration } from '@posthorn/chassis'

/** Groups as the sender knows them, chats and messages of groups, and how a message to a group fares with each participant. */
export const messaging008 = migration('messaging_008_groups', [
  `create table known_group (
    workspace_id text collate "C" not null,
    id text collate "C" not null,
    version integer not null,
    number_id text collate "C" not null,
    provider_id text,
    name text not null,
    state text not null,
    primary key (workspace_id, id)
  )`,
  `create index known_group_provider on known_group (number_id, provider_id) where provider_id is not null`,
  `alter table chat add column group_id text collate "C"`,
  `create index chat_group on chat (workspace_id, group_id) where group_id is not null`,
  `alter table message add column group_id text collate "C"`,
  `create index message_group on message (workspace_id, group_id, id) where group_id is not null`,
  `create table participant_receipt (
    workspace_id text collate "C" not null,
    message_id text collate "C" not null,
    participant text not null,
    status_at jsonb not null,
    error jsonb,
    primary key (workspace_id, message_id, participant)
  ) ${hotTableSettings}`,
])
