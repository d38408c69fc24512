import { migration } from '@posthorn/chassis'

/** Address that an attempt went to; unknown of attempts made before. */
export const webhooks005 = migration('webhooks_005_attempt_url', ['alter table attempt add column url text'])
