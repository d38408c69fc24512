import { migration } from '@posthorn/chassis'

/** Adds an index for the next due time, which does not read the jobs that are due already. */
export const messaging018 = migration('messaging_018_next_due', [
  `create index send_job_next on send_job (run_at) where state = 'waiting'`,
])
