import { migration } from '@posthorn/chassis'

/** Finds the events about a message; those about anything else have no entry. */
export const webhooks004 = migration('webhooks_004_messages', [
  'alter table event add column message_id text collate "C"',
  'create index event_message on event (workspace_id, message_id) where message_id is not null',
])
