import type { Verb } from '@posthorn/chassis'
import type { numbers } from '@posthorn/contracts'
import type { NumbersRuntime } from '../config.ts'
import { findCallbackNumbers } from './callbacks.sql.ts'

/** Returns a connected number's workspace; null for another installation's number. */
export const findOwner: Verb<typeof numbers.callbacks.findOwner, NumbersRuntime> = async ({ ctx, input }) => {
  const found = (await findCallbackNumbers(ctx.em, [input.number])).get(input.number)
  return { workspace: found?.workspaceId ?? null }
}
