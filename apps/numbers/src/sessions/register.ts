import type { PreparedVerb } from '@posthorn/chassis'
import type { numbers } from '@posthorn/contracts'
import type { DescribeOutcome } from '@posthorn/provider'
import type { NumbersRuntime } from '../config.ts'
import { runStep, storeSession } from './step.ts'

/** Lets a number send and receive. */
export const register: PreparedVerb<typeof numbers.sessions.register, NumbersRuntime, DescribeOutcome> = {
  prepare: ({ ctx, input }) => runStep(ctx, input.id, (provider, line) => provider.register(line, input.pin)),
  run: ({ ctx, input, prepared }) => storeSession(ctx, input.id, prepared),
}
