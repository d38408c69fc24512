import type { Verb } from '@posthorn/chassis'
import type { numbers } from '@posthorn/contracts'
import type { NumbersRuntime } from '../config.ts'
import { lineOf } from '../numbers/ask.ts'
import { readProfile } from './profile.ts'

/** What people see of the business behind a number, as the provider has it now. */
export const get: Verb<typeof numbers.profiles.get, NumbersRuntime> = async ({ ctx, input }) =>
  readProfile(input.id, await lineOf(ctx, input.id))
