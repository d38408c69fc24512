import { hotTableSettings, migration } from '@posthorn/chassis'

/** Adds what is to be done to chats when a message has been sent, typing that is shown before one, and people who are blocked. */
export const messaging013 = migration('messaging_013_actions', [
  `create table chat_action (
    message_id text collate "C" primary key,
    workspace_id text collate "C" not null,
    chat_id text collate "C" not null,
    actions jsonb not null
  ) ${hotTableSettings}`,
  'alter table send_job drop constraint send_job_waits_for_check',
  `alter table send_job add constraint send_job_waits_for_check
     check (waits_for in ('retry', 'pair_limit', 'window_closed', 'quiet_hours', 'typing'))`,
  'alter table receipt_job alter column provider_id drop not null',
  `create table blocked_recipient (
    workspace_id text collate "C" not null,
    recipient text collate "C" not null,
    contact_id text collate "C" not null,
    primary key (workspace_id, recipient)
  )`,
  'create index blocked_recipient_contact on blocked_recipient (workspace_id, contact_id)',
])
