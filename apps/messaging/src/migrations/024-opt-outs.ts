import { migration } from '@posthorn/chassis'

/**
 * Recipients who have opted out, by every address of their contact, and what each workspace does with single messages to them. A row
 * stays after they opt in again: its version keeps a late event from opting them out once more. `send_job.post_id` marks a message of a post.
 */
export const messaging024 = migration('messaging_024_opt_outs', [
  `create table opted_out_recipient (
    workspace_id text collate "C" not null,
    recipient text collate "C" not null,
    contact_id text collate "C" not null,
    version integer not null,
    opted_out boolean not null,
    primary key (workspace_id, recipient)
  )`,
  'create index opted_out_recipient_contact on opted_out_recipient (workspace_id, contact_id)',
  `create table workspace_setting (
    workspace_id text collate "C" primary key,
    version integer not null,
    opted_out_messages text not null
  )`,
  'alter table send_job add column post_id text collate "C"',
  `update send_job j set post_id = m.reference from message m
   where m.workspace_id = j.workspace_id and m.id = j.message_id and m.reference like 'pst\\_%'`,
  'create index send_job_post on send_job (post_id) where post_id is not null',
])
