import { migration } from '@posthorn/chassis'

/** Adds saved views of the inbox. */
export const messaging040 = migration('messaging_040_views', [
  `create table view (
    workspace_id text collate "C" not null,
    id text collate "C" not null,
    name text not null,
    name_key text not null,
    owner text collate "C" not null,
    filter jsonb not null,
    sort text not null,
    author jsonb not null,
    version integer not null default 1,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    primary key (workspace_id, id),
    unique (workspace_id, owner, name_key)
  )`,
])
