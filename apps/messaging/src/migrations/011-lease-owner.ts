import { migration } from '@posthorn/chassis'

/** Which process holds a job: what it noted of its calls tells, after its death, which jobs it never called. */
export const messaging011 = migration('messaging_011_lease_owner', ['alter table send_job add column lease_owner text'])
