import type { Verb } from '@posthorn/chassis'
import type { accounts } from '@posthorn/contracts'
import type { GatewayRuntime } from '../deps.ts'
import { findKey } from './find.ts'
import { presentKey } from './present.ts'

/** Shows a key of the caller's workspace. */
export const get: Verb<typeof accounts.keys.get, GatewayRuntime> = async ({ ctx, input }) => {
  return presentKey(await findKey(ctx, input.id))
}
