import { webhooks001 } from './001-webhooks.ts'
import { webhooks002 } from './002-replays.ts'

/** All migrations in their order. */
export const migrations = [webhooks001, webhooks002]
