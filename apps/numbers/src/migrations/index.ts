import { numbers001 } from './001-numbers.ts'
import { numbers002 } from './002-devices.ts'

/** All migrations in their order. */
export const migrations = [numbers001, numbers002]
