import { migration } from '@posthorn/chassis'

/** Stores the process that holds a job: after its death, its call record shows which jobs it never called. */
export const messaging011 = migration('messaging_011_lease_owner', ['alter table send_job add column lease_owner text'])
