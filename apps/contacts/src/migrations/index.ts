import { contacts001 } from './001-contacts.ts'

/** All migrations in their order. */
export const migrations = [contacts001]
