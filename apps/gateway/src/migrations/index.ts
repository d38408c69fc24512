import { accounts001 } from './001-accounts.ts'

/** All migrations in their order. */
export const migrations = [accounts001]
