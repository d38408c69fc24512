import { numbers001 } from './001-numbers.ts'

/** All migrations in their order. */
export const migrations = [numbers001]
