import { migration } from '@posthorn/chassis'

/** Channels whose audience is a segment, and how far a post has gathered its people. */
export const groups005 = migration('groups_005_segments', [
  `create table known_segment (
    workspace_id text collate "C" not null,
    id text collate "C" not null,
    deleted boolean not null,
    primary key (workspace_id, id)
  )`,
  'alter table channel add column segment_id text collate "C"',
  `alter table post add column segment_id text collate "C", add column gather_after text collate "C", add column asked_at timestamptz`,
])
