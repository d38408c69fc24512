import type { Verb } from '@posthorn/chassis'
import type { numbers } from '@posthorn/contracts'
import type { NumbersRuntime } from '../config.ts'
import { findNumber } from '../numbers/find.ts'
import { presentSession } from '../numbers/present.ts'

/** Returns the session of a number: whether the provider accepts calls for it. */
export const get: Verb<typeof numbers.sessions.get, NumbersRuntime> = async ({ ctx, input }) => ({
  number: input.id,
  ...presentSession(await findNumber(ctx, input.id)),
})
