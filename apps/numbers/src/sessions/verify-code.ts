import type { PreparedVerb } from '@posthorn/chassis'
import type { numbers } from '@posthorn/contracts'
import type { DescribeOutcome } from '@posthorn/provider'
import type { NumbersRuntime } from '../config.ts'
import { runStep, storeSession } from './step.ts'

/** Proves a number with the code that came. */
export const verifyCode: PreparedVerb<typeof numbers.sessions.verifyCode, NumbersRuntime, DescribeOutcome> = {
  prepare: ({ ctx, input }) => runStep(ctx, input.id, (provider, line) => provider.verifyCode(line, input.code)),
  run: ({ ctx, input, prepared }) => storeSession(ctx, input.id, prepared),
}
