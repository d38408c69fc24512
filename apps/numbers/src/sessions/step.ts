import type { VerbContext } from '@posthorn/chassis'
import { fail } from '@posthorn/contracts'
import type { CallOutcome, DescribeOutcome, Line, Provider } from '@posthorn/provider'
import type { NumbersRuntime } from '../config.ts'
import { lineOf, mustBeOk } from '../numbers/ask.ts'
import { healthOf } from '../numbers/health.ts'
import { presentSession } from '../numbers/present.ts'
import { applyHealth } from './apply-health.ts'

type Context = VerbContext<NumbersRuntime>

/** Takes a number one step further at its provider, and looks at what it is now. Refused when the provider refuses the step. */
export async function takeStep(
  ctx: Context,
  id: string,
  step: (provider: Provider, line: Line) => Promise<CallOutcome>,
): Promise<DescribeOutcome> {
  const { provider, line } = await lineOf(ctx, id)
  mustBeOk(await step(provider, line))
  return provider.describeNumber(line)
}

/** Writes down what a look at the provider said, and answers the session. */
export async function sessionAfter(ctx: Context, id: string, outcome: DescribeOutcome) {
  const news = { runtime: ctx.runtime, healthOf: healthOf.bind(undefined, outcome) }
  const row = (await applyHealth(ctx, id, news)) ?? fail('number:not_found')
  return { number: row.id, ...presentSession(row) }
}
