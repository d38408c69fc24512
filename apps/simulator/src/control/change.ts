import { z } from 'zod'
import type { SimulatedNumber } from '../state/numbers.ts'
import type { World } from '../state/world.ts'
import { refuseControl } from './refusal.ts'
import { samples } from './samples.ts'

/** A callback about the account of a number: any field; its value as it is, or the sample of the field. */
export const changeInput = z.strictObject({
  field: z.string().regex(/^[a-z_]{1,60}$/),
  value: z.record(z.string(), z.unknown()).optional(),
})

/** Tells a callback of the account (cloud-api.md 5.8). Nothing at the number changes by it: that is `account`. */
export function tellChange(
  world: World,
  number: SimulatedNumber,
  { field, value }: z.infer<typeof changeInput>,
): { simulated: 'change' } {
  const told =
    value ?? samples[field]?.(number) ?? refuseControl(400, `There is no sample of '${field}': name its value.`)
  world.tell(number, () => ({ field, value: told }))
  return { simulated: 'change' }
}
