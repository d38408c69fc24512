import { migration } from '@posthorn/chassis'

/** Updates of the provider that are not read, or not wholly, for people to look at. */
export const numbers005 = migration('numbers_005_unread_updates', [
  `create table unread_update (
    workspace_id text collate "C" not null,
    id text collate "C" not null,
    number_id text collate "C" not null,
    field text not null,
    raw jsonb,
    received_at timestamptz not null default now(),
    primary key (workspace_id, id),
    foreign key (workspace_id, number_id) references number (workspace_id, id) on delete cascade
  )`,
  'create index unread_update_number on unread_update (workspace_id, number_id, id)',
  'create index unread_update_received on unread_update (received_at)',
])
