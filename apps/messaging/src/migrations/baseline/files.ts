import { hotTableSettings } from '@posthorn/chassis'

/** Files and received media. */
export const files = [
  // Stored files.
  `create table file (
    workspace_id text collate "C" not null,
    id text collate "C" not null,
    sha256 text not null,
    filename text not null,
    mime text not null,
    kind text not null,
    size integer not null,
    place text not null, -- where the bytes are; files with the same bytes share a place
    shared boolean not null default true, -- uploaded by a caller that may use all numbers
    number_ids text[] not null default '{}', -- numbers that the file belongs to
    expires_at timestamptz,
    created_at timestamptz not null default now(),
    primary key (workspace_id, id)
  )`,
  'create index file_expiry on file (expires_at) where expires_at is not null',
  'create index file_sha256 on file (workspace_id, sha256)',
  'create index file_place on file (workspace_id, place)',
  'create index file_numbers on file using gin (number_ids)',
  // Ids of files at the provider, which keeps them for 30 days.
  `create table file_upload (
    workspace_id text collate "C" not null,
    number_id text collate "C" not null,
    place text collate "C" not null,
    media_id text not null,
    uploaded_at timestamptz not null default now(),
    primary key (workspace_id, place, number_id)
  )`,
  // Stored bytes without a file: uploads in progress, or those of deleted files.
  `create table orphaned_blob (
    workspace_id text collate "C" not null,
    place text not null,
    due_at timestamptz not null,
    primary key (workspace_id, place)
  )`,
  'create index orphaned_blob_due on orphaned_blob (due_at)',
  // Received media still to be fetched from the provider.
  `create table media_job (
    message_id text collate "C" primary key,
    workspace_id text collate "C" not null,
    number_id text collate "C" not null,
    media_id text not null,
    run_at timestamptz not null default now(),
    attempt integer not null default 0,
    lease_token uuid
  ) ${hotTableSettings}`,
  'create index media_job_run on media_job (run_at)',
  'create index media_job_turn on media_job (workspace_id, run_at)',
]
