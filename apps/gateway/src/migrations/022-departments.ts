import { migration } from '@posthorn/chassis'

/** Adds departments, and the members who belong to each. */
export const departments022 = migration('gateway_022_departments', [
  `create table department (
    workspace_id text collate "C" not null references workspace (workspace_id),
    id text collate "C" not null,
    name text not null,
    name_key text not null,
    description text,
    version integer not null default 1,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    primary key (workspace_id, id),
    unique (workspace_id, name_key)
  )`,
  `create table department_member (
    workspace_id text collate "C" not null,
    department_id text collate "C" not null,
    member_id text collate "C" not null,
    primary key (workspace_id, department_id, member_id),
    foreign key (workspace_id, department_id) references department (workspace_id, id) on delete cascade,
    foreign key (workspace_id, member_id) references member (workspace_id, id) on delete cascade
  )`,
  'create index department_of_member on department_member (workspace_id, member_id)',
])
