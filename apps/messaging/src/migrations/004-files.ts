import { migration } from '@posthorn/chassis'

/** Files, and the ids under which the provider has them, for each number and for 30 days. */
export const messaging004 = migration('messaging_004_files', [
  `create table file (
    workspace_id text collate "C" not null,
    id text collate "C" not null,
    sha256 text not null,
    filename text not null,
    mime text not null,
    kind text not null,
    size integer not null,
    created_at timestamptz not null default now(),
    primary key (workspace_id, id),
    unique (workspace_id, sha256)
  )`,
  `create table file_upload (
    workspace_id text collate "C" not null,
    number_id text collate "C" not null,
    file_id text collate "C" not null,
    media_id text not null,
    uploaded_at timestamptz not null default now(),
    primary key (workspace_id, number_id, file_id),
    foreign key (workspace_id, file_id) references file (workspace_id, id) on delete cascade
  )`,
])
