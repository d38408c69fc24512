import { migration } from '@posthorn/chassis'

/**
 * The trigrams of a name in a column of their own: under row-level security an index is used only for what Postgres may compare before
 * the policy, and it may so compare arrays, but not call a function of ours.
 */
export const contacts008 = migration('contacts_008_name_trigrams', [
  `alter table contact add column name_trigrams text[] not null generated always as (trigrams(name)) stored`,
  `drop index contact_name`,
  `create index contact_name on contact using gin (name_trigrams)`,
])
