import { migration } from '@posthorn/chassis'

/** Saved filters. */
export const contacts003 = migration('contacts_003_segments', [
  `create table segment (
    workspace_id text collate "C" not null,
    id text collate "C" not null,
    name text not null,
    description text,
    filter jsonb not null,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    primary key (workspace_id, id),
    constraint segment_name unique (workspace_id, name)
  )`,
])
