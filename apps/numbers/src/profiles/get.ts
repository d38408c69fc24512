import type { Verb } from '@posthorn/chassis'
import type { numbers } from '@posthorn/contracts'
import type { NumbersRuntime } from '../config.ts'
import { findLine } from '../numbers/line.ts'
import { readProfile } from './profile.ts'

/** Returns the business profile of a number, as the provider has it now. */
export const get: Verb<typeof numbers.profiles.get, NumbersRuntime> = async ({ ctx, input }) =>
  readProfile(input.id, await findLine(ctx, input.id))
