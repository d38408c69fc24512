import { migration } from '@posthorn/chassis'

/**
 * Everything the API says of a contact, fuzzy search without an extension that a given Postgres may lack, and what is left of a
 * contact that is gone: its last version, so that a new one with the same id is newer, and the one it was merged into.
 */
export const contacts002 = migration('contacts_002_attributes', [
  `alter table contact
    add column first_name text,
    add column last_name text,
    add column country text,
    add column language text,
    add column tags text[] not null default '{}',
    add column fields jsonb not null default '{}',
    add column blocked boolean not null default false,
    add column opted_out_at timestamptz`,
  `alter table contact drop constraint contact_source_check`,
  `alter table contact add constraint contact_source_check check (source in ('api', 'message', 'import'))`,
  `create function trigrams(value text) returns text[] language sql immutable parallel safe as $$
    select coalesce(array_agg(distinct substr(padded, i, 3)), '{}')
    from (select '  ' || regexp_replace(lower(coalesce(value, '')), '\\s+', '  ', 'g') || ' ' as padded) as p,
      generate_series(1, length(padded) - 2) as i
  $$`,
  `create index contact_name on contact using gin (trigrams(name))`,
  `create index contact_phone on contact (workspace_id, phone text_pattern_ops)`,
  `create index contact_email on contact (workspace_id, lower(email) text_pattern_ops) where email is not null`,
  `create index contact_updated on contact (workspace_id, updated_at desc, id desc)`,
  `create table gone_contact (
    workspace_id text collate "C" not null,
    id text collate "C" not null,
    version integer not null,
    merged_into text collate "C",
    gone_at timestamptz not null default now(),
    primary key (workspace_id, id)
  )`,
])
