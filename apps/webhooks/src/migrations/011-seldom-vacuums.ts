import { migration, vacuumSeldom } from '@posthorn/chassis'

/** Vacuums and analyzes the tables of the hot path by thousands of changes. */
export const webhooks011 = migration(
  'webhooks_011_seldom_vacuums',
  vacuumSeldom({ growing: [], queues: ['delivery_job', 'endpoint', 'workspace_sequence'] }),
)
