import { migration } from '@posthorn/chassis'

/** Under row-level security an index is used only for what Postgres knows to tell nothing, and `coalesce` is not known to. */
export const messaging015 = migration('messaging_015_words', [
  `drop index message_words`,
  `create index message_words on message using gin (to_tsvector('simple', body)) where body is not null`,
])
