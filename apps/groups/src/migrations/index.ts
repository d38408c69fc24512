import { groups001 } from './001-groups.ts'
import { groups002 } from './002-channels.ts'

/** All migrations in their order. */
export const migrations = [groups001, groups002]
