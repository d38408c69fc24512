import { migration } from '@posthorn/chassis'

/**
 * Identifiers of a person with the time since when each is known to be theirs, the user id of linked accounts among them; usernames, and the
 * index that finds contacts by both.
 */
export const contacts018 = migration('contacts_018_identifiers', [
  'alter table identity drop constraint identity_type_check',
  `alter table identity add constraint identity_type_check check (type in ('phone', 'provider_user', 'provider_parent_user')),
    add column since timestamptz not null default now()`,
  'alter table former_address drop constraint former_address_type_check',
  `alter table former_address add constraint former_address_type_check check (type in ('phone', 'provider_user', 'provider_parent_user'))`,
  'create index identity_value on identity (workspace_id, value text_pattern_ops)',
  'create index former_address_value on former_address (workspace_id, value)',
  'alter table contact add column username text',
  'create index contact_username on contact (workspace_id, lower(username) text_pattern_ops) where username is not null',
])
