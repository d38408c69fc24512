import type { PreparedVerb } from '@posthorn/chassis'
import type { numbers } from '@posthorn/contracts'
import type { DescribeOutcome } from '@posthorn/provider'
import type { NumbersRuntime } from '../config.ts'
import { runStep, storeSession } from './step.ts'

/** Ends sending and receiving for a number. */
export const deregister: PreparedVerb<typeof numbers.sessions.deregister, NumbersRuntime, DescribeOutcome> = {
  prepare: ({ ctx, input }) => runStep(ctx, input.id, (provider, line) => provider.deregister(line)),
  run: ({ ctx, input, prepared }) => storeSession(ctx, input.id, prepared),
}
