import { webhooks001 } from './001-webhooks.ts'

/** All migrations in their order. */
export const migrations = [webhooks001]
