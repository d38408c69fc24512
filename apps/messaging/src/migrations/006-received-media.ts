import { hotTableSettings, migration } from '@posthorn/chassis'

/** Received media that are still to be fetched from the provider. */
export const messaging006 = migration('messaging_006_received_media', [
  `create table media_job (
    message_id text collate "C" primary key,
    workspace_id text collate "C" not null,
    number_id text collate "C" not null,
    media_id text not null,
    run_at timestamptz not null default now(),
    attempt integer not null default 0
  ) ${hotTableSettings}`,
  `create index media_job_run on media_job (run_at)`,
])
