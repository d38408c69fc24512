import type { SimulatedNumber } from '../state/numbers.ts'
import type { SimulatorState } from '../state/simulator-state.ts'
import { refuse } from './error-codes.ts'

/** The reply to a call. `answer` is absent when the connection is cut or left hanging until `hangUntilMs`. */
export type Reply = { answer?: Record<string, unknown>; delayMs?: number; hangUntilMs?: number }

/** The code an outage refuses calls with, if it does. */
export function outageCode(kind: string | undefined): number | undefined {
  if (kind === 'error') return 131000
  return kind === 'throttle' ? 130429 : undefined
}

/** Runs a call as the outage of its number lets it: not at all, without an answer, or as usual. */
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
