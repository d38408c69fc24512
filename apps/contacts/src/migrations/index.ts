import { contacts001 } from './001-contacts.ts'
import { contacts002 } from './002-attributes.ts'

/** All migrations in their order. */
export const migrations = [contacts001, contacts002]
