import { groups001 } from './001-groups.ts'

/** All migrations in their order. */
export const migrations = [groups001]
