import { migration } from '@posthorn/chassis'

/** Files with the same bytes share the place of those, and what the provider calls them. */
export const messaging047 = migration('messaging_047_shared_bytes', [
  'alter table file drop constraint file_workspace_id_sha256_key',
  'create index file_sha256 on file (workspace_id, sha256)',
  'create index file_place on file (workspace_id, place)',
  'drop table file_upload',
  `create table file_upload (
    workspace_id text collate "C" not null,
    number_id text collate "C" not null,
    place text collate "C" not null,
    media_id text not null,
    uploaded_at timestamptz not null default now(),
    primary key (workspace_id, place, number_id)
  )`,
])
