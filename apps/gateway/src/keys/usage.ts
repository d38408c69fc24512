import type { Verb } from '@posthorn/chassis'
import type { accounts } from '@posthorn/contracts'
import { listUse } from '../auth/key-use.sql.ts'
import type { GatewayRuntime } from '../deps.ts'
import { findKey } from './find.ts'

/** Shows how often a key was used for which operation, by day. */
export const usage: Verb<typeof accounts.keys.usage, GatewayRuntime> = async ({ ctx, input }) => {
  const { id } = await findKey(ctx, input.id)
  return { items: await listUse(ctx.em, ctx.workspace, id) }
}
