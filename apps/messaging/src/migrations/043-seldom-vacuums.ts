import { migration, vacuumSeldom } from '@posthorn/chassis'

/** Vacuums and analyzes the tables of the hot path by thousands of changes. */
export const messaging043 = migration(
  'messaging_043_seldom_vacuums',
  vacuumSeldom({ growing: ['chat', 'provider_reference'], queues: ['send_job', 'pair_gate', 'lane', 'receipt_job'] }),
)
