import { migration } from '@posthorn/chassis'

/** Jobs of workspaces are taken in turn. */
export const messaging045 = migration('messaging_045_jobs_in_turn', [
  'create index media_job_turn on media_job (workspace_id, run_at)',
  'create index receipt_job_turn on receipt_job (workspace_id, run_at)',
])
