import { migration } from '@posthorn/chassis'

/** Messages of every kind, and jobs that wait until the customer writes. */
export const messaging002 = migration('messaging_002_content', [
  'alter table message add column content jsonb',
  'alter table send_job drop constraint send_job_waits_for_check',
  `alter table send_job add constraint send_job_waits_for_check check (waits_for in ('retry', 'pair_limit', 'window_closed'))`,
  `create index send_job_held on send_job (chat_id) where waits_for = 'window_closed'`,
])
