import { migration } from '@posthorn/chassis'

/** Keeps amendments of messages that are not known yet; a reference without a message says that some wait for it. */
export const messaging044 = migration('messaging_044_awaited_messages', [
  'alter table provider_reference alter column message_id drop not null',
  `create table pending_amendment (
    workspace_id text collate "C" not null,
    number_id text collate "C" not null,
    subject_id text collate "C" not null,
    id text collate "C" not null,
    event jsonb not null,
    due_at timestamptz not null,
    received_at timestamptz not null default now(),
    primary key (number_id, subject_id, id)
  )`,
  'create index pending_amendment_due on pending_amendment (due_at)',
  // Time at the provider of the last message that the business sent from the provider's own app.
  'alter table chat add column answered_in_app_at timestamptz',
])
