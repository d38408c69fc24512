import { migration } from '@posthorn/chassis'

/** Adds the quiet hours of a number. */
export const numbers003 = migration('numbers_003_quiet_hours', ['alter table number add column quiet_hours jsonb'])
