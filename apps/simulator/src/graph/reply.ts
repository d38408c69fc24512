import type { SimulatedNumber } from '../state/numbers.ts'
import type { SimulatorState } from '../state/simulator-state.ts'
import { refuse } from './error-codes.ts'

/** A call's reply. `answer` is absent if the connection is cut or hangs until `hangUntilMs`. */
export type Reply = { answer?: Record<string, unknown>; delayMs?: number; hangUntilMs?: number }

/** The error code of calls during an outage, if any. */
export function outageCode(kind: string | undefined): number | undefined {
  if (kind === 'error') return 131000
  return kind === 'throttle' ? 130429 : undefined
}

/** Runs a call during an outage: not at all, without a response, or as usual. */
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
