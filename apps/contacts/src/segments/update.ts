import type { Verb } from '@posthorn/chassis'
import type { contacts } from '@posthorn/contracts'
import type { ContactsRuntime } from '../config.ts'
import { announceSegment, findSegment, presentSegment, refuseTakenName } from './find.ts'

/** Changes what is given. */
export const update: Verb<typeof contacts.segments.update, ContactsRuntime> = async ({ ctx, input }) => {
  const row = await findSegment(ctx, input.id)
  if (input.name !== undefined) {
    await refuseTakenName(ctx, input.name, row.id)
    row.name = input.name
  }
  if (input.description !== undefined) row.description = input.description
  if (input.filter !== undefined) row.filter = input.filter
  row.updatedAt = new Date()
  await ctx.em.flush()
  announceSegment(ctx, row)
  return presentSegment(ctx, row)
}
