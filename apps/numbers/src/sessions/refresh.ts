import type { PreparedVerb } from '@posthorn/chassis'
import { fail, type numbers } from '@posthorn/contracts'
import type { DescribeOutcome } from '@posthorn/provider'
import type { NumbersRuntime } from '../config.ts'
import { connected, findNumber } from '../numbers/find.ts'
import { healthOf } from '../numbers/health.ts'
import { presentSession } from '../numbers/present.ts'
import { applyHealth } from './apply-health.ts'
import { describeNumber } from './describe.ts'

/** Looks at a number at its provider now. */
export const refresh: PreparedVerb<typeof numbers.sessions.refresh, NumbersRuntime, DescribeOutcome> = {
  prepare: async ({ ctx, input }) => describeNumber(ctx.runtime, connected(await findNumber(ctx, input.id))),
  async run({ ctx, input, prepared: outcome }) {
    const news = { runtime: ctx.runtime, healthOf: healthOf.bind(undefined, outcome) }
    const row = (await applyHealth(ctx, input.id, news)) ?? fail('number:not_found')
    return { number: row.id, ...presentSession(row) }
  },
}
