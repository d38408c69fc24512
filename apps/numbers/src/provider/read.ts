import type { Verb } from '@posthorn/chassis'
import type { numbers } from '@posthorn/contracts'
import type { NumbersRuntime } from '../config.ts'
import { forward } from './forward.ts'

/** Reads something of a number, its account or its templates in the provider's own form. */
export const read: Verb<typeof numbers.provider.read, NumbersRuntime> = ({ ctx, input }) =>
  forward(ctx, { ...input, method: 'GET' })
