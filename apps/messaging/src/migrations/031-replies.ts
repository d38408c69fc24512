import { migration } from '@posthorn/chassis'

/** Adds texts that a team sends often. */
export const messaging031 = migration('messaging_031_replies', [
  `create table reply (
    workspace_id text collate "C" not null,
    id text collate "C" not null,
    name text not null,
    name_key text not null,
    shortcut text,
    folder text,
    message text not null,
    author jsonb not null,
    version integer not null default 1,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    primary key (workspace_id, id),
    unique (workspace_id, name_key),
    unique (workspace_id, shortcut)
  )`,
])
