import type { PreparedVerb } from '@posthorn/chassis'
import type { numbers } from '@posthorn/contracts'
import type { DescribeOutcome } from '@posthorn/provider'
import type { NumbersRuntime } from '../config.ts'
import { findNumber, requireConnected } from '../numbers/find.ts'
import { describeNumber } from './describe.ts'
import { storeSession } from './step.ts'

/** Looks at a number at its provider now. */
export const refresh: PreparedVerb<typeof numbers.sessions.refresh, NumbersRuntime, DescribeOutcome> = {
  prepare: async ({ ctx, input }) => describeNumber(ctx.runtime, requireConnected(await findNumber(ctx, input.id))),
  run: ({ ctx, input, prepared }) => storeSession(ctx, input.id, prepared),
}
