import type { PreparedVerb } from '@posthorn/chassis'
import type { numbers } from '@posthorn/contracts'
import type { BusinessProfile } from '@posthorn/provider'
import type { z } from 'zod'
import type { NumbersRuntime } from '../config.ts'
import { findLine, requireOk } from '../numbers/line.ts'
import { readProfile } from './profile.ts'

type Operation = typeof numbers.profiles.update
type Input = z.output<Operation['input']>

/** Changes the profile at the provider and answers what is there afterwards. */
export const update: PreparedVerb<Operation, NumbersRuntime, z.input<Operation['output']>> = {
  async prepare({ ctx, input }) {
    const asked = await findLine(ctx, input.id)
    const changes = pickChanges(input)
    if (Object.keys(changes).length > 0) requireOk(await asked.provider.changeProfile(asked.line, changes))
    return readProfile(input.id, asked)
  },
  run: async ({ prepared }) => prepared,
}

/** The provider clears a text when it is empty. */
function pickChanges(input: Input): Omit<BusinessProfile, 'pictureUrl'> {
  const given = Object.entries(input).filter(([field, value]) => field !== 'id' && value !== undefined)
  return Object.fromEntries(given.map(([field, value]) => [field, value ?? '']))
}
