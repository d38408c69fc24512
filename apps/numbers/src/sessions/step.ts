import type { VerbContext } from '@posthorn/chassis'
import { fail } from '@posthorn/contracts'
import type { CallOutcome, DescribeOutcome, Line, Provider } from '@posthorn/provider'
import type { NumbersRuntime } from '../config.ts'
import { readHealth } from '../numbers/health.ts'
import { findLine, requireOk } from '../numbers/line.ts'
import { presentSession } from '../numbers/present.ts'
import { applyHealth } from './apply-health.ts'

type Context = VerbContext<NumbersRuntime>

/** Runs one step of the registration of a number at its provider, and fetches its new status. Refuses when the provider does. */
export async function runStep(
  ctx: Context,
  id: string,
  step: (provider: Provider, line: Line) => Promise<CallOutcome>,
): Promise<DescribeOutcome> {
  const { provider, line } = await findLine(ctx, id)
  requireOk(await step(provider, line))
  return provider.describeNumber(line)
}

/** Stores the status of a number at the provider, and returns its session. */
export async function storeSession(ctx: Context, id: string, outcome: DescribeOutcome) {
  const change = { runtime: ctx.runtime, healthOf: readHealth.bind(undefined, outcome) }
  const row = (await applyHealth(ctx, id, change)) ?? fail('number:not_found')
  return { number: row.id, ...presentSession(row) }
}
