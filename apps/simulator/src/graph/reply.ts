import type { SimulatedNumber } from '../state/numbers.ts'
import type { SimulatorState } from '../state/simulator-state.ts'
import { refuse } from './error-codes.ts'

/** The reply to a call. `answer` is absent if the connection is cut, or hangs until `hangUntilMs`. */
export type Reply = { answer?: Record<string, unknown>; delayMs?: number; hangUntilMs?: number }

/** Returns the error code for calls during this kind of outage, or undefined if they don't fail with one. */
export function outageCode(kind: string | undefined): number | undefined {
  if (kind === 'error') return 131000
  return kind === 'throttle' ? 130429 : undefined
}

/** Runs a call, subject to the number's current outage: it may hang or be refused without running, or run without a response. */
export function underOutage(
  simulator: SimulatorState,
  number: SimulatedNumber,
  run: () => Record<string, unknown>,
): Reply {
  const outage = simulator.outages.strike(number.phoneNumberId)
  if (outage?.kind === 'hang') return { hangUntilMs: outage.untilMs }
  const code = outageCode(outage?.kind)
  if (code !== undefined) return refuse(code)
  const answer = run()
  return outage?.kind === 'cut' ? {} : { answer }
}
