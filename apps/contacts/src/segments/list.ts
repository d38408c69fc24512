import { listPage, type Verb } from '@posthorn/chassis'
import type { contacts } from '@posthorn/contracts'
import type { ContactsRuntime } from '../config.ts'
import { Segment, type SegmentRow } from '../entities/segment.ts'
import { presentSegment } from './find.ts'

/** Segments, newest first. */
export const list: Verb<typeof contacts.segments.list, ContactsRuntime> = async ({ ctx, input }) => {
  const { rows, next } = await listPage<SegmentRow>(ctx, input, {
    entity: Segment,
    list: 'segments',
    order: { column: 'id', direction: 'desc' },
    where: {},
  })
  const items = []
  // One count after the other: a page of them must not take every connection.
  for (const row of rows) items.push(await presentSegment(ctx, row))
  return { items, next }
}
