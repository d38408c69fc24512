import { migration } from '@posthorn/chassis'

/** State of each number at the provider, and phones that the workspace's messages found on WhatsApp. */
export const numbers002 = migration('numbers_002_devices', [
  `alter table number add column device jsonb not null default '{}'`,
  `create table known_phone (
    workspace_id text collate "C" not null,
    phone text collate "C" not null,
    is_there boolean not null,
    learned_at timestamptz not null,
    primary key (workspace_id, phone)
  )`,
  `create index known_phone_learned on known_phone (learned_at)`,
])
