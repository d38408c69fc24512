import { z } from 'zod'
import type { SimulatedNumber } from '../state/numbers.ts'
import type { SimulatorState } from '../state/simulator-state.ts'
import { refuseControl } from './refusal.ts'
import { samples } from './samples.ts'

/** A callback about the account of a number: any field; its value as it is, or the sample of the field. */
export const changeInput = z.strictObject({
  field: z.string().regex(/^[a-z_]{1,60}$/),
  value: z.record(z.string(), z.unknown()).optional(),
})

/** Reports a change of the account by callback (cloud-api.md 5.8). Nothing at the number changes by it: that is `account`. */
export function reportChange(
  simulator: SimulatorState,
  number: SimulatedNumber,
  { field, value }: z.infer<typeof changeInput>,
): { simulated: 'change' } {
  const reported =
    value ?? samples[field]?.(number) ?? refuseControl(400, `There is no sample of '${field}': name its value.`)
  simulator.report(number, () => ({ field, value: reported }))
  return { simulated: 'change' }
}
