import { migration } from '@posthorn/chassis'

/**
 * Imports: what is asked and how far it is, the file in pieces (UTF-8, compressed by nobody, as it is read once), the faults found, and
 * for a dry run the phones it has seen.
 */
export const contacts004 = migration('contacts_004_imports', [
  `create table import (
    workspace_id text collate "C" not null,
    id text collate "C" not null,
    state text not null check (state in ('fetching', 'running', 'finished', 'failed')),
    url text,
    dry_run boolean not null,
    on_duplicate text not null check (on_duplicate in ('skip', 'update', 'error')),
    tags text[] not null,
    asked_mapping jsonb not null,
    mapping jsonb,
    delimiter text,
    columns text[],
    size_bytes bigint not null default 0,
    done_bytes bigint not null default 0,
    rows integer not null default 0,
    created integer not null default 0,
    updated integer not null default 0,
    skipped integer not null default 0,
    failed integer not null default 0,
    error_code text,
    lease_until timestamptz,
    touched_at timestamptz not null default now(),
    created_at timestamptz not null default now(),
    finished_at timestamptz,
    primary key (workspace_id, id)
  )`,
  `create index import_open on import (touched_at) where state in ('fetching', 'running')`,
  `create table import_piece (
    workspace_id text collate "C" not null,
    import_id text collate "C" not null,
    position integer not null,
    data bytea not null,
    primary key (workspace_id, import_id, position),
    foreign key (workspace_id, import_id) references import (workspace_id, id) on delete cascade
  )`,
  `alter table import_piece alter column data set storage external`,
  `create table import_error (
    workspace_id text collate "C" not null,
    import_id text collate "C" not null,
    id text collate "C" not null,
    row integer not null,
    column_name text not null,
    error_code text not null,
    message text not null,
    value text,
    primary key (workspace_id, import_id, id),
    foreign key (workspace_id, import_id) references import (workspace_id, id) on delete cascade
  )`,
  `create table import_seen (
    workspace_id text collate "C" not null,
    import_id text collate "C" not null,
    phone text collate "C" not null,
    primary key (workspace_id, import_id, phone),
    foreign key (workspace_id, import_id) references import (workspace_id, id) on delete cascade
  )`,
])
