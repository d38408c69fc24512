import { migration } from '@posthorn/chassis'

/** Numbers a key may use, and addresses it may be used from. */
export const boundsOfKeys004 = migration('gateway_004_bounds_of_keys', [
  'alter table api_key add column numbers text[], add column cidrs text[]',
])
