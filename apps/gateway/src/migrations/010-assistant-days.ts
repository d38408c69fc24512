import { migration } from '@posthorn/chassis'

/** The recipients of the assistants with a key, on the last day on which they sent. */
export const assistantDays010 = migration('gateway_010_assistant_days', [
  `create table assistant_day (
    workspace_id text collate "C" not null,
    key_id text collate "C" not null,
    day date not null,
    recipients integer not null,
    primary key (workspace_id, key_id)
  )`,
])
