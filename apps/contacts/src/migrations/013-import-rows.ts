import { migration } from '@posthorn/chassis'

/** Imports of JSON rows beside files, the lines of a file that its rows came from, and the rows that were refused, as they stood there. */
export const contacts013 = migration('contacts_013_import_rows', [
  `alter table import
    add column format text not null default 'csv' check (format in ('csv', 'json')),
    add column done_lines integer not null default 0`,
  `alter table import_error add column line integer, add column cells jsonb`,
])
