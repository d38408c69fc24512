import { migration } from '@posthorn/chassis'

/** When messages of a number wait for the day. */
export const numbers003 = migration('numbers_003_quiet_hours', ['alter table number add column quiet_hours jsonb'])
