import type { Verb } from '@posthorn/chassis'
import { describePhone, type numbers } from '@posthorn/contracts'
import type { NumbersRuntime } from '../config.ts'

/** Says of each phone whether it can exist, in the order given. */
export const validate: Verb<typeof numbers.phones.validate, NumbersRuntime> = async ({ input }) =>
  input.phones.map((typed) => {
    const result = describePhone(typed)
    return { input: typed, valid: result !== null, ...(result ?? { phone: null, country: null, formatted: null }) }
  })
