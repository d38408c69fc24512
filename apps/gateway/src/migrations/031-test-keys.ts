import { migration } from '@posthorn/chassis'

/** Keys for tests: their texts differ, and so does what they reach. */
export const testKeys031 = migration('gateway_031_test_keys', [
  'alter table api_key add column test boolean not null default false',
])
