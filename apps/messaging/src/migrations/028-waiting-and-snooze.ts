import { migration } from '@posthorn/chassis'

/**
 * Columns that an inbox sorts and filters chats by: since when their customer waits, the end of their window, rest until a time, and a failure of
 * the newest message. Each index holds only the chats that it is asked for, so that a chat nobody wrote in costs none of them.
 */
export const messaging028 = migration('messaging_028_waiting_and_snooze', [
  `alter table chat
    add waiting_since timestamptz,
    add snooze jsonb,
    add snoozed_until timestamptz,
    add failed boolean not null default false`,
  `update chat set waiting_since = last_inbound_at
   where status in ('open', 'pending') and unread_count > 0 and last_inbound_at > coalesce(last_outbound_at, '-infinity')`,
  `create index chat_waiting on chat (workspace_id, waiting_since, id) where waiting_since is not null`,
  `create index chat_window on chat (workspace_id, window_closes_at, id) where window_closes_at is not null`,
  `create index chat_written on chat (workspace_id, last_message_at desc, id desc) where last_inbound_at is not null`,
  `create index chat_snoozed on chat (workspace_id, last_message_at desc, id desc) where snooze is not null`,
  `create index chat_wakes on chat (snoozed_until) where snoozed_until is not null`,
  `create index chat_failed on chat (workspace_id, last_message_at desc, id desc) where failed`,
])
