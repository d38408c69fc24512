import { z } from 'zod'
import { phoneOf, type SimulatedNumber } from '../state/numbers.ts'
import type { SimulatorState } from '../state/simulator-state.ts'
import { check, refuse } from './reply.ts'

type Body = Record<string, unknown>

const codeGoodForMs = 600_000
const registrationsMax = 10
const registrationsWithinMs = 72 * 3_600_000
const sixDigits = z.string().regex(/^\d{6}$/)

const bodies = {
  request_code: z.strictObject({
    code_method: z.enum(['SMS', 'VOICE']),
    language: z.string().regex(/^[a-z]{2}_[A-Z]{2}$/),
  }),
  verify_code: z.strictObject({ code: sixDigits }),
  register: z.strictObject({
    messaging_product: z.literal('whatsapp'),
    pin: sixDigits,
    data_localization_region: z.string().length(2).optional(),
  }),
  deregister: z.strictObject({}),
}

/** A lifecycle step, named by the last segment of its path. */
type LifecycleStep = keyof typeof bodies

export const lifecycleSteps = Object.keys(bodies) as LifecycleStep[]

/** Returns the verification code, which is never actually sent: the last six digits of the phone number, so that developers know it. */
const codeOf = (number: SimulatedNumber): string => phoneOf(number).slice(-6)

/** Moves a number through its lifecycle: code, verification, registration, deregistration. */
export function takeStep(
  simulator: SimulatorState,
  number: SimulatedNumber,
  { step, body }: { step: LifecycleStep; body: Body },
): { success: true } {
  const fields = check<Body>(bodies[step], body)
  steps[step](simulator, number, fields)
  return { success: true }
}

/** What each step checks and changes. A number without these fields counts as verified and registered. */
const steps: Record<LifecycleStep, (simulator: SimulatorState, number: SimulatedNumber, body: Body) => void> = {
  request_code(simulator, number) {
    if (number.verified !== false) refuse(136024)
    simulator.change(number, { code: { digits: codeOf(number), untilMs: virtualNowOf(number) + codeGoodForMs } })
  },
  verify_code(simulator, number, { code }) {
    if (number.code === undefined || number.code.digits !== code || number.code.untilMs < virtualNowOf(number))
      refuse(136025)
    simulator.change(number, { verified: true, code: { digits: '', untilMs: 0 } })
  },
  register(simulator, number, { pin }) {
    if (number.verified === false) refuse(133006)
    if (number.pin !== undefined && number.pin !== pin) refuse(133005)
    simulator.change(number, { ...countRegistration(number), registered: true, pin: String(pin) })
  },
  deregister(simulator, number) {
    simulator.change(number, { ...countRegistration(number), registered: false, verified: false })
  },
}

/** Counts a registration or deregistration. Refuses the eleventh within 72 h. */
function countRegistration(number: SimulatedNumber): Pick<SimulatedNumber, 'registeredAtMs'> {
  const nowMs = virtualNowOf(number)
  const recent = (number.registeredAtMs ?? []).filter((atMs) => nowMs - atMs < registrationsWithinMs)
  if (recent.length >= registrationsMax) refuse(133016)
  return { registeredAtMs: [...recent, nowMs] }
}

/** Returns the time on a number's clock, which the control API can advance. */
function virtualNowOf(number: SimulatedNumber): number {
  return Date.now() + number.advancedMs
}
