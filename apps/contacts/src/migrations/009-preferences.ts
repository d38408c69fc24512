import { migration } from '@posthorn/chassis'

/** What people tell the provider about marketing messages: their opt-out ends when they say so there, one made here does not. */
export const contacts009 = migration('contacts_009_preferences', [
  `alter table contact
    add column stopped boolean not null default false,
    add column preference_at timestamptz`,
])
