import { migration } from '@posthorn/chassis'

/** Form of the payloads of a webhook. */
export const webhooks008 = migration('webhooks_008_formats', [
  `alter table webhook add column format text not null default 'posthorn'`,
])
