import type { PreparedVerb } from '@posthorn/chassis'
import type { numbers } from '@posthorn/contracts'
import type { z } from 'zod'
import type { NumbersRuntime } from '../config.ts'
import { readTemplatesSoon } from '../templates/stored.sql.ts'
import { forward } from './forward.ts'

type Operation = typeof numbers.provider.change

/** Changes something of a number, its account or its templates in the provider's own form. */
export const change: PreparedVerb<Operation, NumbersRuntime, z.input<Operation['output']>> = {
  prepare: ({ ctx, input }) => forward(ctx, input),
  run: async ({ ctx, input, prepared }) => {
    await readTemplatesSoon(ctx, input.id)
    ctx.wake('templates')
    return prepared
  },
}
