import type { Verb } from '@posthorn/chassis'
import type { numbers } from '@posthorn/contracts'
import type { NumbersRuntime } from '../config.ts'
import { findNumber } from './find.ts'
import { presentNumber } from './present.ts'

/** One number with its session. */
export const get: Verb<typeof numbers.numbers.get, NumbersRuntime> = async ({ ctx, input }) =>
  presentNumber(await findNumber(ctx, input.id), ctx.config.PUBLIC_URL)
