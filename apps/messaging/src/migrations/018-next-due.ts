import { migration } from '@posthorn/chassis'

/** When the next waiting job is due, without a look at those that are due already. */
export const messaging018 = migration('messaging_018_next_due', [
  `create index send_job_next on send_job (run_at) where state = 'waiting'`,
])
