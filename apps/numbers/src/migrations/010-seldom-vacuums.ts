import { migration, vacuumSeldom } from '@posthorn/chassis'

/** Vacuums and analyzes the tables of the hot path by thousands of changes. */
export const numbers010 = migration(
  'numbers_010_seldom_vacuums',
  vacuumSeldom({ growing: ['provider_inbox_digest', 'sent_message'], queues: [] }),
)
