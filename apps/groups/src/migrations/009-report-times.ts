import { migration } from '@posthorn/chassis'

/** The time of the provider's last report on each setting of a group: reports arrive in any order. */
export const groups009 = migration('groups_009_report_times', [
  `alter table chat_group add column reported_at jsonb not null default '{}'`,
])
