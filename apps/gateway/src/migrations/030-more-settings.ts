import { migration } from '@posthorn/chassis'

/** Settings of a workspace beside the handling of people who have opted out; absent ones have their usual value. */
export const moreSettings030 = migration('gateway_030_more_settings', [
  `alter table workspace add column settings jsonb not null default '{}'`,
])
