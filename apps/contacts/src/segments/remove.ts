import type { Verb } from '@posthorn/chassis'
import type { contacts } from '@posthorn/contracts'
import type { ContactsRuntime } from '../config.ts'
import { Segment } from '../entities/segment.ts'
import { findSegment } from './find.ts'

/** Deletes the filter; nothing else depends on it. */
export const remove: Verb<typeof contacts.segments.remove, ContactsRuntime> = async ({ ctx, input }) => {
  const { id } = await findSegment(ctx, input.id)
  await ctx.em.nativeDelete(Segment, { id })
  return { id }
}
