import { migration } from '@posthorn/chassis'

/** What messages of each number taught of a phone. What was learned before is of no number, and is learned again. */
export const numbers013 = migration('numbers_013_phones_of_numbers', [
  'delete from known_phone',
  `alter table known_phone drop constraint known_phone_pkey, add column number_id text collate "C" not null,
     add primary key (workspace_id, phone, number_id)`,
])
