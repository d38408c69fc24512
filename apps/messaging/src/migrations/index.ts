import { messaging001 } from './001-messages.ts'

/** All migrations in their order. */
export const migrations = [messaging001]
