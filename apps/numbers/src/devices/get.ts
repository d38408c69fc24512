import type { Verb } from '@posthorn/chassis'
import type { numbers } from '@posthorn/contracts'
import type { NumbersRuntime } from '../config.ts'
import { presentDevice } from '../numbers/device.ts'
import { findNumber } from '../numbers/find.ts'

/** Quality, limits and health of a number at the last look. */
export const get: Verb<typeof numbers.devices.get, NumbersRuntime> = async ({ ctx, input }) => {
  const { id, phone, device, checkedAt } = await findNumber(ctx, input.id)
  return { number: id, phone: phone ?? null, ...presentDevice(device), checkedAt: checkedAt.toISOString() }
}
