import { migration } from '@posthorn/chassis'

/** Stores the contact of each sender: ids are random, so the first service that sees an address assigns one and keeps it. */
export const numbers004 = migration('numbers_004_senders', [
  `create table sender (
    workspace_id text collate "C" not null,
    address text not null,
    contact_id text collate "C" not null,
    learned_at timestamptz not null default now(),
    primary key (workspace_id, address)
  )`,
])
