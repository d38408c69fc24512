import { migration } from '@posthorn/chassis'

/** Queues that refuse new messages. */
export const messaging036 = migration('messaging_036_refusing_queues', [
  'alter table number_line add column refuses boolean not null default false',
])
