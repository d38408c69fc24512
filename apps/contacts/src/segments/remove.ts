import type { Verb } from '@posthorn/chassis'
import type { contacts } from '@posthorn/contracts'
import type { ContactsRuntime } from '../config.ts'
import { Segment } from '../entities/segment.ts'
import { announceSegment, findSegment } from './find.ts'

/** Deletes the filter; channels that have it as their audience reach nobody any more. */
export const remove: Verb<typeof contacts.segments.remove, ContactsRuntime> = async ({ ctx, input }) => {
  const { id } = await findSegment(ctx, input.id)
  await ctx.em.nativeDelete(Segment, { id })
  announceSegment(ctx, id, { deleted: true })
  return { id }
}
