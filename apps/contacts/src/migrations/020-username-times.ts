import { migration } from '@posthorn/chassis'

/** The time of the report that a username is of: reports arrive in any order. */
export const contacts020 = migration('contacts_020_username_times', [
  'alter table contact add column username_at timestamptz',
])
