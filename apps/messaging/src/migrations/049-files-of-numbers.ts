import { migration } from '@posthorn/chassis'

/** The numbers that a file belongs to, and whether a caller of all numbers uploaded it. */
export const messaging049 = migration('messaging_049_files_of_numbers', [
  `alter table file add column shared boolean not null default true, add column number_ids text[] not null default '{}'`,
  'create index file_numbers on file using gin (number_ids)',
])
