import { migration } from '@posthorn/chassis'

/** The token of a lease, so that a process that lost one ends and postpones nothing. */
export const messaging027 = migration('messaging_027_job_leases', [
  'alter table media_job add column lease_token uuid',
  'alter table receipt_job add column lease_token uuid',
])
