import { migration } from '@posthorn/chassis'

/** Jobs that wait until the quiet hours of their number have ended. */
export const messaging007 = migration('messaging_007_quiet_hours', [
  'alter table lane add column quiet_hours jsonb',
  'alter table send_job drop constraint send_job_waits_for_check',
  `alter table send_job add constraint send_job_waits_for_check
     check (waits_for in ('retry', 'pair_limit', 'window_closed', 'quiet_hours'))`,
])
