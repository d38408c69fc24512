import { migration } from '@posthorn/chassis'

/**
 * Contacts whose opt-out is still to be announced as `contact:opted_out`, because no `contact:updated` carries it. Those who opted out
 * before other services kept opt-outs are announced once.
 */
export const contacts011 = migration('contacts_011_opt_outs', [
  `create table opt_out_announcement (
    workspace_id text collate "C" not null,
    contact_id text collate "C" not null,
    primary key (workspace_id, contact_id)
  )`,
  `insert into opt_out_announcement (workspace_id, contact_id)
   select workspace_id, id from contact where opted_out_at is not null`,
])
