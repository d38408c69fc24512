import { baseline } from './001-baseline.ts'

/** All migrations in their order. */
export const migrations = [baseline]
