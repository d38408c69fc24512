import type { Verb } from '@posthorn/chassis'
import type { contacts } from '@posthorn/contracts'
import type { ContactsRuntime } from '../config.ts'
import { findSegment, presentSegment } from './find.ts'

/** One segment with its count of this moment. */
export const get: Verb<typeof contacts.segments.get, ContactsRuntime> = async ({ ctx, input }) =>
  presentSegment(ctx, await findSegment(ctx, input.id))
