import { migration } from '@posthorn/chassis'

/** Preferences of people at the provider about marketing messages: an opt-out made there ends there, one made here does not. */
export const contacts009 = migration('contacts_009_preferences', [
  `alter table contact
    add column stopped boolean not null default false,
    add column preference_at timestamptz`,
])
