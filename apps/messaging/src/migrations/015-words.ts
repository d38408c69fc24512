import { migration } from '@posthorn/chassis'

/** Under row-level security an index is used only with functions that Postgres knows to be leakproof, and `coalesce` is none. */
export const messaging015 = migration('messaging_015_words', [
  `drop index message_words`,
  `create index message_words on message using gin (to_tsvector('simple', body)) where body is not null`,
])
