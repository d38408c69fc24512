import { migration } from '@posthorn/chassis'

/**
 * Files have a place of their own, so that removing one never takes the bytes of another, and a time. The table of orphaned blobs names the bytes
 * that no file names: those on their way in, and those of files that are gone.
 */
export const messaging012 = migration('messaging_012_file_places', [
  `alter table file add column place text, add column expires_at timestamptz`,
  `update file set place = sha256`,
  `alter table file alter column place set not null`,
  `create index file_expiry on file (expires_at) where expires_at is not null`,
  `create table loose_bytes (
    workspace_id text collate "C" not null,
    place text not null,
    due_at timestamptz not null,
    primary key (workspace_id, place)
  )`,
  `create index loose_bytes_due on loose_bytes (due_at)`,
])
