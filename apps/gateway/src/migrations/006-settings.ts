import { migration } from '@posthorn/chassis'

/** Settings of a workspace; `version` orders the events that carry them to other services. */
export const settings006 = migration('gateway_006_settings', [
  `alter table workspace
     add column opted_out_messages text not null default 'send' check (opted_out_messages in ('send', 'refuse')),
     add column version integer not null default 1`,
])
