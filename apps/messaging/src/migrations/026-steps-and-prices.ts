import { migration } from '@posthorn/chassis'

/** Adds the price of a message, its states before a retry, and why a lane waits: a throttle, or a refusal of the number. */
export const messaging026 = migration('messaging_026_steps_and_prices', [
  'alter table message add column pricing jsonb',
  'alter table message add column history jsonb',
  'alter table lane add column blocked_for text',
])
