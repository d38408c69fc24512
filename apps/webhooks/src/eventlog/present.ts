import type { eventEnvelope } from '@posthorn/contracts'
import type { z } from 'zod'
import type { EventRow } from '../entities/event.ts'

/** Returns an event as it is delivered. */
export function presentEvent(row: Pick<EventRow, 'payload'>): z.output<typeof eventEnvelope> {
  return JSON.parse(row.payload) as z.output<typeof eventEnvelope>
}
