import { migration } from '@posthorn/chassis'

/** People who may operate the installation. */
export const operators040 = migration('gateway_040_operators', [
  'alter table person add column operator_since timestamptz',
])
