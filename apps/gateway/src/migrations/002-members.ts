import { migration } from '@posthorn/chassis'

/** The people of a workspace. */
export const accounts002 = migration('gateway_002_members', [
  `create table member (
    workspace_id text collate "C" not null references workspace (workspace_id),
    id text collate "C" not null,
    name text not null,
    email text not null,
    version integer not null default 1,
    created_at timestamptz not null default now(),
    primary key (workspace_id, id),
    unique (workspace_id, email)
  )`,
])
