import { migration } from '@posthorn/chassis'

/** The creator of a key, where it was last used from, and how often for which operation. */
export const keysOfMembers021 = migration('gateway_021_keys_of_members', [
  `alter table api_key
     add column created_by_type text check (created_by_type in ('key', 'member', 'service')),
     add column created_by_id text,
     add column created_by_name text,
     add column last_used_from text`,
  `create table key_use (
    workspace_id text collate "C" not null,
    key_id text collate "C" not null,
    day date not null,
    operation text collate "C" not null,
    calls bigint not null,
    refused bigint not null,
    primary key (workspace_id, key_id, day, operation)
  )`,
  'create index key_use_day on key_use (day)',
])
