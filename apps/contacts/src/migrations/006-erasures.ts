import { migration } from '@posthorn/chassis'

/** Erasures of people and their progress. */
export const contacts006 = migration('contacts_006_erasures', [
  `create table erasure (
    workspace_id text collate "C" not null,
    id text collate "C" not null,
    contact_id text collate "C" not null,
    sealed text,
    done jsonb not null default '{}',
    requested_at timestamptz not null,
    finished_at timestamptz,
    primary key (workspace_id, id)
  )`,
])
