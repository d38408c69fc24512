import { migration } from '@posthorn/chassis'

/** Missed calls that were announced, so that each is once. A digest, since the provider's id of a call holds the phone of the caller. */
export const numbers006 = migration('numbers_006_missed_calls', [
  `create table missed_call (
    workspace_id text collate "C" not null,
    number_id text collate "C" not null,
    digest bytea not null,
    received_at timestamptz not null default now(),
    primary key (workspace_id, number_id, digest),
    foreign key (workspace_id, number_id) references number (workspace_id, id) on delete cascade
  )`,
  'create index missed_call_received on missed_call (received_at)',
])
