import type { Verb } from '@posthorn/chassis'
import type { contacts } from '@posthorn/contracts'
import type { ContactsRuntime } from '../config.ts'
import { Segment } from '../entities/segment.ts'
import { announceSegment, findSegment } from './find.ts'

/** Deletes the filter; channels that have it as their audience reach no one any more. */
export const remove: Verb<typeof contacts.segments.remove, ContactsRuntime> = async ({ ctx, input }) => {
  const row = await findSegment(ctx, input.id)
  const { id } = row
  await ctx.em.nativeDelete(Segment, { id })
  announceSegment(ctx, row, { deleted: true })
  return { id, deleted: true }
}
